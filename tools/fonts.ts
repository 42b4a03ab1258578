/**
 * `node tools/fonts.ts`: cuts the two families to what our pages are written with, into src/web/styles/fonts. A small file for every
 * page; a second one with the other letters, which a browser asks for only when a text needs them (a name with an accent); and the
 * style sheet that names both, with stand-ins of the same measure. No shape is drawn anew, and a test makes the files again.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convert } from 'fontverter';
import * as opentype from 'opentype.js';
import subsetFont from 'subset-font';
import { kerned } from './font-pairs.ts';

/** A font that phones and computers have anyway. `advance` is the mean width of a letter of English prose in it, in parts of the size. */
type StandIn = { suffix: string; local: string[]; weights: string; advance: number; ownWeight?: number };
type Family = {
  name: string;
  file: string;
  standInName: string;
  source: string;
  weights: string;
  /** The weight whose pairs of signs are kept for all of them, in a family that has several. */
  ownWeight?: number;
  hasMoney: boolean;
  /** What only texts in this family are written with. */
  also?: string;
  standIns: StandIn[];
};

export const fontFolder = fileURLToPath(new URL('../src/web/styles/fonts', import.meta.url));

/**
 * What nearly all our texts, and the names in them, are written with. Half of what a font for western Europe holds is on no page.
 * The bullet is for fields of passwords: browsers look for it as soon as there is one.
 */
const common = [...' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', ...'"$%&\'()+,-./:;?@\u00a0©·×–—’“”•…§áã'];

/** How often each sign stands among a thousand of English prose. */
const frequencies: readonly (readonly [sign: string, often: number])[] = [
  [' ', 180],
  ...'e102 t75 a65 o62 n57 i57 s53 r50 h42 l33 d33 u23 c22 m20 f18 w19 g16 y16 p15 b12 v8 k6 x1 j1 q1 z1 .10 ,10'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), Number(pair.slice(1))] as const),
];

/** Liberation Sans has the widths of Arial. Android has neither, but Roboto. The advances were measured with `advanceOf`. */
const arial = ['Arial', 'Liberation Sans', 'Helvetica'];
const boldArial = ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'];
const families: Family[] = [
  {
    name: 'Instrument Sans',
    file: 'text',
    standInName: 'Text as',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    weights: '400 700',
    ownWeight: 450,
    hasMoney: true,
    standIns: [
      { suffix: 'Arial', local: arial, weights: '400 500', advance: 0.4367, ownWeight: 400 },
      { suffix: 'Arial', local: boldArial, weights: '600 700', advance: 0.4718, ownWeight: 600 },
      { suffix: 'Roboto', local: ['Roboto'], weights: '400 500', advance: 0.4372, ownWeight: 400 },
      { suffix: 'Roboto', local: ['Roboto Bold'], weights: '600 700', advance: 0.4437, ownWeight: 600 },
    ],
  },
  {
    name: 'Bricolage Grotesque',
    file: 'display',
    standInName: 'Display as',
    source: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
    // Headings use one weight, which is half the size of the variable file.
    weights: '400 700',
    hasMoney: false,
    // "Oops! Page not found".
    also: '!',
    standIns: [
      { suffix: 'Arial', local: boldArial, weights: '400 700', advance: 0.4718 },
      { suffix: 'Roboto', local: ['Roboto Bold'], weights: '400 700', advance: 0.4437 },
    ],
  },
];

/** Figures of one width, for money. */
const figures = 'tnum';

/** What is left of the family's own pairs of letters, in the file that has a shorter list of them (font-pairs.ts). */
const pairs = ['GPOS', 'GDEF'];

/** What browsers do not read. They refuse a font without its names. */
const unread = ['STAT'];

/** The files by name. The same packages give the same bytes. */
export async function makeFonts(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  let css = '/* Made by `node tools/fonts.ts` from the packages of the two families: change it there. */\n';
  for (const family of families) {
    const source = readFileSync(fileURLToPath(import.meta.resolve(family.source)));
    const settings = { noHinting: true, dropTables: unread } as const;
    const first = [...common, ...(family.also ?? '')];
    const rest = charactersOf(await read(source)).filter((character) => !first.includes(character));
    const bare = await subsetFont(source, first.join(''), {
      noHinting: true,
      dropTables: [...unread, ...pairs],
      targetFormat: 'truetype',
      keepFeatures: family.hasMoney ? [figures] : [],
    });
    files.set(`${family.file}.woff2`, await convert(await kerned(bare, await instance(source, family.ownWeight), first), 'woff2'));
    files.set(
      `${family.file}-rest.woff2`,
      await subsetFont(source, rest.join(''), { ...settings, targetFormat: 'woff2', keepFeatures: ['kern', figures] }),
    );
    css += face(family, family.file, first) + face(family, `${family.file}-rest`, rest);
    for (const standIn of family.standIns) css += standInFace(family, standIn, await read(source, standIn.ownWeight));
  }
  return files.set('fonts.css', Buffer.from(css));
}

/** All of a family's signs, at one of its weights when it has several. */
function instance(source: Buffer, weight?: number): Promise<Buffer> {
  const variationAxes = weight === undefined ? {} : { variationAxes: { wght: weight } };
  return subsetFont(source, '', { targetFormat: 'truetype', keepAllGlyphs: true, ...variationAxes });
}

async function read(source: Buffer, weight?: number): Promise<opentype.Font> {
  const bytes = await instance(source, weight);
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
}

/** The mean width of a sign of English prose, in parts of the size. */
export function advanceOf(font: opentype.Font): number {
  const total = frequencies.reduce((sum, [, often]) => sum + often, 0);
  const width = frequencies.reduce((sum, [sign, often]) => sum + often * (font.charToGlyph(sign).advanceWidth ?? 0), 0);
  return width / total / font.unitsPerEm;
}

const charactersOf = (font: opentype.Font): string[] =>
  Array.from({ length: font.glyphs.length }, (_, index) => font.glyphs.get(index).unicodes ?? [])
    .flat()
    .sort((one, other) => one - other)
    .map((point) => String.fromCodePoint(point));

const face = ({ name, weights }: Family, file: string, characters: string[]): string =>
  block({
    'font-family': `'${name}'`,
    src: `url('./${file}.woff2') format('woff2')`,
    'font-weight': weights,
    'font-display': 'swap',
    'unicode-range': `\n    ${rangesOf(characters)}`,
  });

/** As wide as our font on the average, and exactly as high: the page does not move when the real one arrives. */
function standInFace({ standInName }: Family, { suffix, local, weights, advance }: StandIn, own: opentype.Font): string {
  const size = advanceOf(own) / advance;
  const height = (units: number): string => percent(units / own.unitsPerEm / size);
  return block({
    'font-family': `'${standInName} ${suffix}'`,
    src: local.map((name) => `local('${name}')`).join(', '),
    'font-weight': weights,
    'size-adjust': percent(size),
    'ascent-override': height(own.ascender),
    'descent-override': height(-own.descender),
    'line-gap-override': '0%',
  });
}

const percent = (part: number): string => `${Number((part * 100).toFixed(1))}%`;
const block = (lines: Record<string, string>): string =>
  `\n@font-face {\n${Object.entries(lines)
    .map(([name, value]) => `  ${name}:${value.startsWith('\n') ? '' : ' '}${value};\n`)
    .join('')}}\n`;

/** `U+20-23, U+41`: neighbours in one piece. */
function rangesOf(characters: string[]): string {
  const points = characters.map((character) => character.codePointAt(0) ?? 0).sort((one, other) => one - other);
  const pieces: [number, number][] = [];
  for (const point of points) {
    const last = pieces.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else pieces.push([point, point]);
  }
  const name = (point: number): string => point.toString(16).toUpperCase();
  return pieces.map(([from, to]) => `U+${name(from)}${from === to ? '' : `-${name(to)}`}`).join(', ');
}

if (import.meta.main) {
  mkdirSync(fontFolder, { recursive: true });
  for (const [name, bytes] of await makeFonts()) {
    writeFileSync(join(fontFolder, name), bytes);
    console.log(`${name} ${bytes.length}`);
  }
}
