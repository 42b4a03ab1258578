/**
 * `npm run lab -- fonts` creates the font subsets that every page loads first: English letters and the
 * symbols on our pages. Other characters use the packages' full files, which load on demand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = fileURLToPath(new URL('..', import.meta.url));
const printable = { first: 0x20, last: 0x7e };
const ascii = Array.from({ length: printable.last - printable.first + 1 }, (_, index) =>
  String.fromCodePoint(printable.first + index),
);
/**
 * In addition to ASCII. The ñ is for Español on every page. Must match `unicode-range` in
 * `src/web/styles/fonts.css`.
 */
const extraCharacters = '\u00a0§©·×ñ–—‘’“”•…€™−→';

export const fonts = [
  {
    source: 'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    target: 'src/web/styles/fonts/instrument-sans-english.woff2',
  },
  {
    source: 'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff2',
    target: 'src/web/styles/fonts/bricolage-grotesque-english.woff2',
  },
];

export const englishOf = (source: string): Promise<Buffer> =>
  subsetFont(readFileSync(root + source), ascii.join('') + extraCharacters, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'],
  });

if (import.meta.main)
  for (const { source, target } of fonts) writeFileSync(root + target, await englishOf(source));
