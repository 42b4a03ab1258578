/**
 * The part of STYLE.md that a machine can check: phrases that native engineers do not write, long sentences,
 * wide Markdown lines, and full table cells. Identifiers, quotes of the specification, generated pages, and
 * archived records are not checked.
 */
import { hasHashComments, isCode, lineOf, type Rule, type Source } from '#tools/tidy/source.ts';

/** Each phrase has a bar in the middle, so that this file does not match itself. */
const phrases = [
  'no|body',
  'some|body',
  'who|ever',
  'a|new',
  'for e|ver',
  'of its o|wn',
  'by and b|y',
  'in v|ain',
  'all the sa|me',
  'not any mo|re',
].map((phrase) => phrase.replace('|', ''));

const phrase = new RegExp(String.raw`\b(?:${phrases.join('|').replaceAll(' ', String.raw`\s+`)})\b`, 'gi');
export const refusedPhrasesIn = (text: string): string[] =>
  [...text.matchAll(phrase)].map(([found]) => found);

const maxSentenceWords = 30;
const maxColumns = 100;
const maxCellWords = 20;

/** Accepted phrases by path. */
const allowed: Record<string, { phrase: string; why: string }[]> = {
  'src/platform/embedded-postgres/account.ts': [
    { phrase: phrases[0] ?? '', why: 'the name of an account on Unix' },
  ],
};

/** Written by `tools/reference.ts`. */
const generated = new Set(
  ['settings', 'cli', 'permissions', 'jobs', 'invariants', 'situations'].map(
    (name) => `docs/reference/${name}.md`,
  ),
);

/** Files that the rule reads. Generated pages and archived records keep their own words. */
const isRead = (path: string): boolean =>
  path.endsWith('.md') &&
  !generated.has(path) &&
  !path.startsWith('docs/decisions/archive/') &&
  !path.startsWith('db/seeds/') &&
  !path.startsWith('test/');

/** The posts that a new shop comes with. Their sentences are the authors'. */
const isPost = (path: string): boolean => /^db\/seeds\/posts\/.*\.html$/.test(path);

type Line = { text: string; number: number };

/**
 * What people read in the shop, the console, emails, logs, alarms, and terminals. Tests quote it, and the
 * house rules quote what they refuse.
 */
const hasOwnTexts = ({ path, isTest }: Source): boolean =>
  !isTest && !path.startsWith('tools/tidy/') && /^(?:src|db\/seeds|tools|sandbox|lab)\//.test(path);

/** Strings with spaces between words are text. Classes, codes, and SQL are not. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  /\p{Ll}{2,}[^\p{L}]*\s+[^\p{L}]*\p{L}/u.test(value) &&
  !/\bselect\b.*\bfrom\b|\b(?:alter|create) table\b|\bnot null\b/s.test(value);

/** Indented lines are a table or a diagram, and so are lines with columns. */
const withoutTables = (text: string): string => text.replace(/^ {3,}\S.*$|^.*\S {2,}\S.*$/gm, '');

function textsOf(source: Source): Line[] {
  if (!hasOwnTexts(source)) return [];
  return source.nodes.flatMap(({ node, parents }) => {
    if (node.type !== 'TemplateElement' && node.type !== 'Literal' && node.type !== 'JSXText') return [];
    const value = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : node.value;
    if (!isText(value) || parents.some(({ type }) => type === 'TaggedTemplateExpression')) return [];
    return [{ text: node.type === 'JSXText' ? value : withoutTables(value), number: lineOf(source, node) }];
  });
}

const linesOf = (text: string): Line[] =>
  text.split('\n').map((line, index) => ({ text: line, number: index + 1 }));

/** Markdown outside of code blocks and generated sections. */
function proseLines(text: string): Line[] {
  let isSkipped = false;
  return linesOf(text).filter(({ text: line }) => {
    const isEdge = line.trimStart().startsWith('```') || line.includes('generated:');
    if (isEdge) isSkipped = !isSkipped;
    return !isEdge && !isSkipped;
  });
}

/** Code spans and link targets are names, not prose. */
const bare = (text: string): string => text.replace(/`[^`]*`/g, 'code').replace(/\]\([^)]*\)/g, ']');

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

function sentencesOf(lines: Line[]): Line[] {
  const paragraphs: Line[] = [];
  for (const { text, number } of lines) {
    const isNew = text.trim() === '' || /^(#|\||\s*[-*] |\s*\d+\. )/.test(text);
    const last = paragraphs.at(-1);
    if (isNew || last === undefined)
      paragraphs.push({ text: text.startsWith('|') || text.startsWith('#') ? '' : text, number });
    else last.text += ` ${text.trim()}`;
  }
  return paragraphs.flatMap(({ text, number }) =>
    bare(text)
      .split(/[.!?;:](?:\s|$)|\n\s*\n/)
      .map((sentence) => ({ text: sentence, number })),
  );
}

const cellsOf = (line: string): string[] =>
  line.startsWith('|') ? line.split(/(?<!\\)\|/).slice(1, -1) : [];

const isWide = (text: string): boolean =>
  text.length > maxColumns && !text.startsWith('|') && !/\]\(|https?:\/\//.test(text);

const refusedPhrases = (lines: Line[], path: string): string[] =>
  lines.flatMap(({ text: line, number }) =>
    [...bare(line).matchAll(phrase)]
      .filter(
        ([found]) => allowed[path]?.some((accepted) => accepted.phrase === found.toLowerCase()) !== true,
      )
      .map(([found]) => `line ${number} says "${found.replace(/\s+/g, ' ')}"; name the thing instead`),
  );

const longSentences = (sentences: Line[]): string[] =>
  sentences
    .filter(({ text }) => wordsIn(text) > maxSentenceWords)
    .map(
      ({ text, number }) =>
        `line ${number}: a sentence of ${wordsIn(text)} words; it has at most ${maxSentenceWords}`,
    );

function proseInCode(source: Source): string[] {
  if (source.path.startsWith('db/types')) return [];
  const comments = source.comments.map(({ text, line }) => ({ text: withoutTables(text), number: line }));
  return [
    ...refusedPhrases([...comments, ...textsOf(source)], source.path),
    ...longSentences([...comments, ...textsOf(source)].flatMap((comment) => sentencesOf([comment]))),
  ];
}

export const prose: Rule = (source) => {
  const { path, text } = source;
  if (isCode(path) || hasHashComments(path)) return proseInCode(source);
  if (isPost(path)) return refusedPhrases(linesOf(text.replace(/<[^>\n]*>/g, ' ')), path);
  if (!isRead(path)) return [];
  const lines = proseLines(text);
  return [
    ...refusedPhrases(lines, path),
    ...lines
      .filter(({ text: line }) => isWide(line))
      .map(
        ({ text: line, number }) =>
          `line ${number} has ${line.length} columns; Markdown has at most ${maxColumns}`,
      ),
    ...lines.flatMap(({ text: line, number }) =>
      cellsOf(line)
        .filter((cell) => wordsIn(bare(cell)) > maxCellWords)
        .map(
          (cell) =>
            `line ${number}: a table cell of ${wordsIn(bare(cell))} words; it has at most ${maxCellWords}`,
        ),
    ),
    ...longSentences(sentencesOf(lines)),
  ];
};
