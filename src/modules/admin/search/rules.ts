/** Interprets text typed into the search field. The input is folded: lowercase without accents. */

export type SearchTerms = {
  /** Whole terms; a match with any is an exact hit. */
  whole: string[];
  /** All must occur in a hit, as parts of words. */
  parts: string[];
  /** All must be whole words of a hit. They are not ASCII, and partial matching does not support them. */
  words: string[];
  /** May be the last four digits of a card. */
  isLastFour: boolean;
};

/** Trigrams need at least this many characters. */
const partAtLeast = 3;
const isAscii = (text: string): boolean => [...text].every((sign) => sign.charCodeAt(0) < 128);

export function parseTerms(folded: string): SearchTerms {
  const text = folded.trim();
  const tokens = text.split(/\s+/).filter(Boolean);
  const bare = text.replace(/^#/, '');
  const digits = /^[+()\d\s.-]{7,}$/.test(text) ? text.replace(/\D/g, '') : null;
  return {
    whole: [...new Set([text, bare, ...(digits === null ? [] : [digits])])],
    // A pasted phone number is searched by its digits.
    parts:
      digits === null ? tokens.filter((token) => isAscii(token) && token.length >= partAtLeast) : [digits],
    words: tokens.filter((token) => !isAscii(token)),
    isLastFour: /^\d{4}$/.test(text),
  };
}

/** Escapes a text for a `like` pattern. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
