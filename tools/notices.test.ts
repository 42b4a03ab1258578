/** THIRD-PARTY-NOTICES.txt lists everything that is shipped, with its license text. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noticesFile, shippedPackages, titleOf } from './notices.ts';

const notices = readFileSync(noticesFile, 'utf8');
const packages = shippedPackages();

test('THIRD-PARTY-NOTICES.txt is fresh (if not, run: npm run lab -- notices)', () => {
  const titles = [...notices.matchAll(/^(?:@[\w.-]+\/)?[\w.-]+ \d\S* \(.+\)$/gm)].map(([title]) => title);
  expect(titles.toSorted()).toEqual(packages.map(titleOf).toSorted());
  const missing = packages.filter(
    ({ text, isOfPlatform }) => !isOfPlatform && text !== null && !notices.includes(text),
  );
  expect(missing.map(titleOf), 'license texts that are not in the file').toEqual([]);
});

test('packages bundled into the pages are included with those that they import', () => {
  const names = new Set(packages.map(({ name }) => name));
  const imported = [
    'react',
    'react-router',
    '@tiptap/core',
    'tailwindcss',
    '@fontsource-variable/instrument-sans',
  ];
  const theirs = ['scheduler', 'prosemirror-model', '@floating-ui/dom', 'react-is', 'immer'];
  expect([...imported, ...theirs].filter((name) => !names.has(name))).toEqual([]);
});

test('development tools are not included', () => {
  const names = new Set(packages.map(({ name }) => name));
  expect(['vite', 'vitest', 'typescript', '@react-router/dev'].filter((name) => names.has(name))).toEqual([]);
});

test('the project states that it has no license yet', () => {
  expect(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).toMatchObject({
    license: 'UNLICENSED',
    private: true,
  });
});
