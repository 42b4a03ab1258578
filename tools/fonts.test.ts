/** The fonts that visitors get are the packages' own, cut as the tool says, and their stand-ins have the measure that the page keeps. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convert } from 'fontverter';
import { type Glyph, parse as parseFont } from 'opentype.js';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { openFont, widthOf } from './font-pairs.ts';
import { fontFolder, makeFonts } from './fonts.ts';

const inTravel = (file: string): number => readFileSync(join(fontFolder, file)).length;

test('the tool makes the same fonts, and the same style sheet with their measures, from the packages', { tags: ['long'] }, async () => {
  const made = await makeFonts();
  expect(readdirSync(fontFolder).filter((name) => !name.startsWith('LICENSE'))).toEqual([...made.keys()].sort());
  for (const [name, bytes] of made) expect([name, readFileSync(join(fontFolder, name)).equals(bytes)]).toEqual([name, true]);
});

/**
 * Beside the style sheet, the other font and two pictures, a connection to a slow line carries eight packets of 1,460 bytes in its
 * first two round trips (Lighthouse counts so); 570 bytes are headers. One byte more costs 150 ms.
 */
test('each font of every page arrives in two round trips', () => {
  for (const file of ['text.woff2', 'display.woff2']) expect([file, inTravel(file) <= 10_900]).toEqual([file, true]);
});

/** Of the families as they come, at the weight of running text. */
const packageOf = {
  'text.woff2': { name: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2', weight: 450 },
  'display.woff2': { name: '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2', weight: undefined },
};
const prose =
  'Your company’s tax year: Wyoming, Texas, or Florida? Two letters, by Friday. To file Form SS-4 we need a passport; the IRS answers ' +
  'in 4 to 11 days. “Yes,” they said. We’ll return $1,149.50 to your card. Any LLC that pays late is told first.';

test('pairs of letters stand as their family wants them', async () => {
  for (const [file, { name, weight }] of Object.entries(packageOf)) {
    const axes = weight === undefined ? {} : { variationAxes: { wght: weight } };
    const source = readFileSync(fileURLToPath(import.meta.resolve(name)));
    const theirs = await subsetFont(source, '', { targetFormat: 'truetype', keepAllGlyphs: true, ...axes });
    const bytes = await convert(readFileSync(join(fontFolder, file)), 'truetype');
    const ours = parseFont(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
    const family = openFont(theirs);
    const wanted = widthOf(family, prose, true) - widthOf(family, prose, false);
    const glyphs = ours.stringToGlyphs(prose);
    const stored = glyphs.reduce(
      (sum, glyph, index) => sum + (index === 0 ? 0 : ours.getKerningValue(glyphs[index - 1] as Glyph, glyph)),
      0,
    );
    expect([file, wanted < -300]).toEqual([file, true]);
    // What is left is from pairs that few texts have.
    expect([file, Math.abs(wanted - stored) <= Math.abs(wanted) / 5]).toEqual([file, true]);
  }
});

/** A browser that misses one of them writes an error and shows the stand-in instead. */
const required = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'];

test('each font has the parts without which browsers refuse it', async () => {
  for (const file of readdirSync(fontFolder).filter((name) => name.endsWith('.woff2'))) {
    const font = await subsetFont(readFileSync(join(fontFolder, file)), '', { targetFormat: 'truetype', keepAllGlyphs: true });
    const parts = Array.from({ length: font.readUInt16BE(4) }, (_, index) => font.toString('latin1', 12 + index * 16, 16 + index * 16));
    expect([file, required.filter((part) => !parts.includes(part))]).toEqual([file, []]);
  }
});
