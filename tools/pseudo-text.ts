/**
 * Converts English text to the pseudo language for tests: with accents, so that untranslated text is visible,
 * and 40 % longer, like German or Spanish. Placeholders and plurals stay.
 */
import { IntlMessageFormat } from 'intl-messageformat';

type Element = { type: number; value?: unknown; options?: Record<string, { value: Element[] }> };

const plain = 'abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ';
const accented = 'áƀçđéƒĝĥíĵķĺɱñóþŕšťúṽŵýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞŔŠŤÚṼŴÝŽ';
const accents = new Map([...plain].map((sign, at) => [sign, [...accented][at] ?? sign]));
const filler = ' ŵóŕđš ťó šéé íƒ ťĥéý ƒíť';

/** Reassembles the parsed elements into text, with every word changed. */
export const pseudoText = (text: string): string => {
  const elements = new IntlMessageFormat(text, 'en').getAst() as unknown as Element[];
  const pseudo = written(elements);
  const missing = Math.ceil(text.length * 0.4);
  return pseudo + filler.repeat(Math.ceil(missing / filler.length)).slice(0, missing);
};

const written = (elements: Element[]): string =>
  elements
    .map(({ type, value, options }) => {
      if (type === 0) return [...String(value)].map((sign) => accents.get(sign) ?? sign).join('');
      if (type === 1) return `{${String(value)}}`;
      if (type === 7) return '#';
      if (type !== 6) throw new Error(`an element of the type ${type} is not known here`);
      const cases = Object.entries(options ?? {}).map(([name, one]) => `${name} {${written(one.value)}}`);
      return `{${String(value)}, plural, ${cases.join(' ')}}`;
    })
    .join('');
