/** The fonts that visitors get are the packages' own, cut as the tool says, and their stand-ins have the measure that the page keeps. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { fontFolder, makeFonts } from './fonts.ts';

const inTravel = (file: string): number => readFileSync(join(fontFolder, file)).length;

test('the tool makes the same fonts, and the same style sheet with their measures, from the packages', async () => {
  const made = await makeFonts();
  expect(readdirSync(fontFolder).filter((name) => !name.startsWith('LICENSE'))).toEqual([...made.keys()].sort());
  for (const [name, bytes] of made) expect([name, readFileSync(join(fontFolder, name)).equals(bytes)]).toEqual([name, true]);
});

/**
 * Beside the style sheet, the other font and one picture, a new connection to a slow line carries twelve packets of 1,460 bytes in its
 * first two round trips (Lighthouse counts so); 570 bytes are headers. One byte more costs 150 ms.
 */
test('each font of every page arrives in two round trips', () => {
  for (const file of ['text.woff2', 'display.woff2']) expect([file, inTravel(file) <= 16_950]).toEqual([file, true]);
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
