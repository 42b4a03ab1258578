/** What somebody who types into the search field means. The text arrives folded: small letters without accents. */

export type Asked = {
  /** Whole terms, any of which makes a hit exact. */
  whole: string[];
  /** All of which must be in a hit, as parts of words. */
  parts: string[];
  /** All of which must be whole words of a hit: they are not written in ASCII, and such words have no parts that could be found. */
  words: string[];
  /** May be the last digits of a card. */
  isLastFour: boolean;
};

/** Trigrams know nothing shorter. */
const partAtLeast = 3;
const isAscii = (text: string): boolean => [...text].every((sign) => sign.charCodeAt(0) < 128);

export function understand(folded: string): Asked {
  const text = folded.trim();
  const tokens = text.split(/\s+/).filter(Boolean);
  const bare = text.replace(/^#/, '');
  const digits = /^[+()\d\s.-]{7,}$/.test(text) ? text.replace(/\D/g, '') : null;
  return {
    whole: [...new Set([text, bare, ...(digits === null ? [] : [digits])])],
    // Somebody who copies a telephone number means its digits.
    parts: digits === null ? tokens.filter((token) => isAscii(token) && token.length >= partAtLeast) : [digits],
    words: tokens.filter((token) => !isAscii(token)),
    isLastFour: /^\d{4}$/.test(text),
  };
}

/** A text as a pattern in which it means only itself. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
