/**
 * Parses our English texts in the browser: `{name}`, and plurals whose cases have only words and `#`. Our
 * texts use no more of ICU MessageFormat, and the library's parser would add 7 kB to every page.
 * `tools/texts.test.ts` compares each text with that parser.
 */

/** Types as in the library's parser: 0 text, 1 a placeholder, 6 a plural, 7 the number in it. */
export type TextElement =
  | { type: 0; value: string }
  | { type: 1; value: string }
  | {
      type: 6;
      value: string;
      options: Record<string, { value: TextElement[] }>;
      offset: number;
      pluralType: 'cardinal';
    }
  | { type: 7 };

const place = /\{(\w+)(?:, plural,((?: (?:\w+|=\d+) \{[^{}]*\})+))?\}/g;
const pluralCase = /(\w+|=\d+) \{([^{}]*)\}/g;

export function parseText(text: string): TextElement[] {
  const elements: TextElement[] = [];
  let end = 0;
  for (const { 0: placeholder, 1: name = '', 2: cases, index } of text.matchAll(place)) {
    if (index > end) elements.push({ type: 0, value: text.slice(end, index) });
    elements.push(cases === undefined ? { type: 1, value: name } : pluralOf(name, cases));
    end = index + placeholder.length;
  }
  if (end < text.length || text === '') elements.push({ type: 0, value: text.slice(end) });
  return elements;
}

const pluralOf = (name: string, cases: string): TextElement => ({
  type: 6,
  value: name,
  options: Object.fromEntries(
    [...cases.matchAll(pluralCase)].map(([, word = '', inside = '']) => [
      word,
      { value: withNumber(inside) },
    ]),
  ),
  offset: 0,
  pluralType: 'cardinal',
});

const withNumber = (words: string): TextElement[] =>
  words
    .split(/(#)/)
    .flatMap((part): TextElement[] =>
      part === '' ? [] : part === '#' ? [{ type: 7 }] : [{ type: 0, value: part }],
    );
