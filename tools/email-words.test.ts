/** The operator can change every email text: each marked text appears in a sample. */
import { globSync, readFileSync } from 'node:fs';
import { partsOf, wordedKinds } from '#modules/mail/words.ts';
import { readSource } from '#tools/tidy/source.ts';
import { textsIn } from '#tools/texts.ts';
import { expect, test } from 'vitest';

test('every marked email text is used by the sample of some kind', () => {
  const files = globSync('src/modules/mail/emails/*.ts').filter((path) => !/\.test\.ts$/.test(path));
  const marked = files.flatMap((path) => textsIn(readSource(path, readFileSync(path, 'utf8'))));
  expect(marked.length).toBeGreaterThan(200);
  const emailTexts = new Set(
    [...wordedKinds.keys()].flatMap((kind) => partsOf(kind).map(({ ours }) => ours)),
  );
  expect(marked.filter((text) => !emailTexts.has(text))).toEqual([]);
});
