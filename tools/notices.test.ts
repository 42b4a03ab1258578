/** THIRD-PARTY-NOTICES.txt lists everything that is shipped, with its license text. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noticesFile, shippedInPages, shippedPackages, titleOf } from './notices.ts';

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

test('every package imported by the pages is included', () => {
  const web = fileURLToPath(new URL('../src/web', import.meta.url));
  const names = new Set(packages.map(({ name }) => name));
  const imported = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !file.includes('.test.') && file !== 'routes.ts')
    .flatMap((file) => [
      ...readFileSync(`${web}/${file}`, 'utf8').matchAll(/(?:from|import) '((?:@[\w.-]+\/)?[a-z][\w.-]*)/g),
    ])
    .map(([, name = '']) => name)
    .filter((name) => name !== 'virtual' && name !== 'node');
  expect(imported.length).toBeGreaterThan(100);
  expect([...new Set(imported)].filter((name) => !names.has(name))).toEqual([]);
  expect(shippedInPages.filter((name) => !names.has(name))).toEqual([]);
});

test('the project states that it has no license yet', () => {
  expect(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).toMatchObject({
    license: 'UNLICENSED',
    private: true,
  });
});
