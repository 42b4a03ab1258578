/**
 * Banned words and classes. Each word has a bar in the middle, so that this file does not match its own list.
 */
import { type Rule, lineOf, stringsOf } from '#tools/tidy/source.ts';

const fullWords = [
  'TO|DO',
  'FIX|ME',
  'XX|X',
  'lorem ip|sum',
  'dolor sit a|met',
  'not imple|mented',
  'coming so|on',
];
const parts = [
  '@ts-ig|nore',
  '@ts-no|check',
  '@ts-exp|ect-error',
  '.sk|ip(',
  '.on|ly(',
  '.to|do(',
  '.fix|me(',
  'eslint-dis|able',
  'waitFor|Timeout(',
];
/** The text is ours, regardless of the tools used to write it. */
const makers = [
  'Cla|ude',
  'Anth|ropic',
  'Chat|GPT',
  'Open|AI',
  'Co|pilot',
  'L|LM',
  'language mo|del',
  'AI to|ol',
  'AI assis|tant',
  'AI-gen|erated',
  'sub|agent',
  'coding ag|ent',
];
/** Local paths and registry hosts are meaningless on other machines. */
const machines = [
  '/wo|rk/',
  '/ho|me/',
  '/Us|ers/',
  'registry.np|mjs.org',
  'registry.ya|rnpkg.com',
  'npm.p|kg.github.com',
];

const plain = (word: string): string => word.replace('|', '');
const escaped = (word: string): string => plain(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyWord = (words: string[], flags: string): RegExp =>
  new RegExp(`\\b(?:${words.map(escaped).join('|')})\\b`, flags);

const banned = [
  anyWord(fullWords.slice(0, 3), 'g'),
  anyWord(fullWords.slice(3), 'gi'),
  anyWord(makers, 'gi'),
  new RegExp([...parts, ...machines].map(escaped).join('|'), 'g'),
];

export const bannedWords: Rule = ({ text }) => {
  if (!banned.some((pattern) => text.search(pattern) !== -1)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      banned.flatMap((pattern) =>
        [...line.matchAll(pattern)].map(([word]) => `line ${index + 1} says "${word}"`),
      ),
    );
};

export const noAny: Rule = (source) =>
  source.nodes
    .filter(({ node }) => node.type === 'TSAnyKeyword')
    .map(({ node }) => `line ${lineOf(source, node)} uses the type any`);

const classes = (value: string): string[] => value.split(/\s+/).filter(Boolean);
/** Strips variants: `md:hover:-ms-2!` becomes `ms-2`. A colon inside brackets belongs to the value. */
const bare = (name: string): string =>
  name.replace(/^(?:[^:[\]]*(?:\[[^\]]*\][^:[\]]*)?:)+/, '').replace(/^[!-]+/, '');

const arbitrary = /^(?:[a-z][a-z0-9-]*-\[[^\]]+\]|\[[a-z-]+:[^\]]+\])(?:\/\S+)?!?$/;

/** Sizes and colors must come from the design tokens. A primitive in `ui/` may define a custom value. */
export const arbitraryValues: Rule = (source) => {
  if (!source.path.startsWith('src/web/') || source.path.startsWith('src/web/ui/') || source.isTest)
    return [];
  return stringsOf(source).flatMap(({ value, line }) =>
    classes(value)
      .filter((name) => arbitrary.test(bare(name)))
      .map((name) => `line ${line}: ${name} is an arbitrary value; use a token`),
  );
};

const size = String.raw`(?:\d|px\b|auto\b|full\b|\[|\()`;
const physical = new RegExp(
  `^(?:[pm][lr]-${size}|scroll-[pm][lr]-${size}|(?:left|right)-${size}|text-(?:left|right)$|(?:float|clear)-(?:left|right)$|` +
    'border-[lr](?:-|$)|rounded-(?:l|r|tl|tr|bl|br)(?:-|$))',
);

const physicalCss =
  /(?:^|[;{\s])((?:(?:padding|margin|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|(?:text-align|float):\s*(?:left|right))\b)\s*[:;}]/g;

/** Requires start and end instead of left and right, because pages also have right-to-left languages. */
export const physicalSides: Rule = (source) => {
  if (!source.path.startsWith('src/web/')) return [];
  const found = source.path.endsWith('.css')
    ? [...source.text.matchAll(physicalCss)].map(([, name = '']) => name)
    : stringsOf(source).flatMap(({ value }) => classes(value).filter((name) => physical.test(bare(name))));
  return found.map((name) => `${name} names a physical side; use start and end`);
};
