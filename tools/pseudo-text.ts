/**
 * Says an English text in the language of tests: with accents, so that what was forgotten is seen, and two fifths longer, as German or
 * Spanish may be. Names and plurals in it stay.
 */
import { IntlMessageFormat } from 'intl-messageformat';

type Element = { type: number; value?: unknown; options?: Record<string, { value: Element[] }> };

const plain = 'abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ';
const accented = 'áƀçđéƒĝĥíĵķĺɱñóþŕšťúṽŵýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞŔŠŤÚṼŴÝŽ';
const accents = new Map([...plain].map((sign, at) => [sign, [...accented][at] ?? sign]));
const filler = ' ŵóŕđš ťó šéé íƒ ťĥéý ƒíť';

/** Its reader's elements are written as text again, with every word changed. */
export const pseudoText = (text: string): string => {
  const elements = new IntlMessageFormat(text, 'en').getAst() as unknown as Element[];
  const said = written(elements);
  const missing = Math.ceil(text.length * 0.4);
  return said + filler.repeat(Math.ceil(missing / filler.length)).slice(0, missing);
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
