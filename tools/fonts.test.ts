/** The font files in the repository match the output of `npm run lab -- fonts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { englishOf, fonts } from './fonts.ts';

const read = (file: string): Buffer => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)));

test('the fonts that every page loads match their packages', async () => {
  for (const { source, target } of fonts)
    expect((await englishOf(source)).equals(read(target)), target).toBe(true);
});
