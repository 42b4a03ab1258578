/** Every selectable drawing exists. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawings } from './drawings.ts';

test('the selectable drawings are the files that come with the shop', () => {
  const files = ['blog', 'products'].flatMap((folder) =>
    readdirSync(new URL(`../../../public/${folder}`, import.meta.url)).map((name) => `/${folder}/${name}`),
  );
  expect([...drawings].toSorted()).toEqual(files.toSorted());
});
