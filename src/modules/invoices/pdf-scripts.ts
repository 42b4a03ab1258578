/**
 * Fonts for scripts that the main fonts of a printed document lack. The packages split a font into parts,
 * each with its character ranges. A document loads only the parts that its text needs, and each part is read
 * once per process.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import { once } from '#kernel/once.ts';

/**
 * The first family that covers a character is used. Chinese precedes Korean: both cover Han, but only the
 * latter covers Hangul.
 */
const families = [
  ...[
    'arabic',
    'hebrew',
    'devanagari',
    'bengali',
    'gurmukhi',
    'gujarati',
    'oriya',
    'tamil',
    'telugu',
    'kannada',
    'malayalam',
  ],
  ...['sinhala', 'thai', 'lao', 'khmer', 'myanmar', 'armenian', 'georgian', 'ethiopic', 'thaana', 'sc', 'kr'],
].map((script) => `noto-sans-${script}`);

export const weights = { regular: 400, strong: 600 } as const;
export type Weight = keyof typeof weights;

/** A font file, and the characters that it covers as `[first, last]`. */
type Part = { specifier: string; ranges: [number, number][] };

const parts = once(async (): Promise<Part[]> => (await Promise.all(families.map(partsOf))).flat());

async function partsOf(family: string): Promise<Part[]> {
  const list = await readFile(
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/unicode.json`)),
    'utf8',
  );
  // Parts for other scripts, such as `latin`, claim characters that the font lacks.
  const packages = Object.entries(JSON.parse(list) as Record<string, string>).filter(
    ([name]) => name.startsWith('[') || family.endsWith(name),
  );
  return packages.map(([name, ranges]) => ({
    // The parts of large fonts are numbered: `[4]` is the file `…-4-…`.
    specifier: `@fontsource-variable/${family}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').map(rangeOf),
  }));
}

function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const isInRange = ({ ranges }: Part, code: number): boolean =>
  ranges.some(([first, last]) => first <= code && code <= last);

/** TrueType files of one weight that cover these characters. Characters that no font covers are skipped. */
export async function filesFor(characters: Iterable<string>, weight: Weight): Promise<Buffer[]> {
  const all = await parts();
  const files = new Set<Buffer>();
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    // A range may include characters that the file lacks; the next font may have them.
    for (const { specifier } of all.filter((part) => isInRange(part, code))) {
      const { file, characters: held } = await opened(specifier, weight);
      if (!held.has(code)) continue;
      files.add(file);
      break;
    }
  }
  return [...files];
}

type Opened = { file: Buffer; characters: Set<number> };

const byKey = new Map<string, Promise<Opened>>();

/**
 * HarfBuzz decompresses the file and pins its weight. Hints are dropped, because they call functions of their
 * own font file.
 */
function opened(specifier: string, weight: Weight): Promise<Opened> {
  const key = `${weight} ${specifier}`;
  const cached = byKey.get(key);
  if (cached !== undefined) return cached;
  const font = open(specifier, weights[weight]);
  byKey.set(key, font);
  font.catch(() => byKey.delete(key));
  return font;
}

async function open(specifier: string, wght: number): Promise<Opened> {
  const packed = await readFile(fileURLToPath(import.meta.resolve(specifier)));
  const how = {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    noHinting: true,
    variationAxes: { wght },
  } as const;
  const file = await subsetFont(packed, undefined, how);
  return { file, characters: new Set((create(file) as Font).characterSet) };
}
