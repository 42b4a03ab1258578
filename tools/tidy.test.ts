/** The house rules hold for every file, and each rule has an example that it rejects. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { complaints, repositoryFiles, root, rules, complaintsAboutFiles } from '#tools/tidy.ts';
import { featureOrder, moduleOrder } from '#tools/tidy/direction.ts';
import { type Examples, examplesOfCode } from '#tools/tidy/examples-of-code.ts';
import { examplesOfImports } from '#tools/tidy/examples-of-imports.ts';
import { examplesOfText } from '#tools/tidy/examples-of-text.ts';
import { installedPackages, packageOf, runsInRelease } from '#tools/tidy/packages.ts';
import { maxRecords, numberOfRecord } from '#tools/tidy/records.ts';
import { readSource } from '#tools/tidy/source.ts';

const examples: Record<keyof typeof rules, Examples> = {
  ...examplesOfCode,
  ...examplesOfImports,
  ...examplesOfText,
};

describe('the tree', () => {
  const files = repositoryFiles();

  test('follows the rules', () => {
    expect(complaintsAboutFiles(files)).toEqual([]);
    // Every file is parsed, which takes long on a busy machine.
  });

  test('was actually checked', () => {
    expect(files.length).toBeGreaterThan(60);
    const expected =
      'src/kernel src/content src/contract src/ports src/platform src/modules src/server src/web sandbox db/migrations tools docs deploy';
    const unseen = expected
      .split(' ')
      .filter((folder) => !files.some((path) => path.startsWith(`${folder}/`)));
    expect(unseen).toEqual([]);
  });
});

/** Adds a valid opening comment, except for examples of the opening rule, which start with a zero byte. */
const withOpening = (text: string): string =>
  text.startsWith('\0') ? text.slice(1) : `/* Says what the file contains. */\n${text}`;

describe('every rule detects violations', () => {
  for (const [name, { wrong, right }] of Object.entries(examples) as [keyof typeof rules, Examples][]) {
    for (const { path, text, says } of wrong) {
      test(`${name}: ${path} ${JSON.stringify(text.replace('\0', '')).slice(0, 90)}`, () => {
        expect(complaints(path, withOpening(text))).toContain(`${path}: ${says}`);
      });
    }
    for (const { path, text } of right) {
      test(`${name} accepts: ${path} ${JSON.stringify(text).slice(0, 90)}`, () => {
        expect(rules[name](readSource(path, withOpening(text)))).toEqual([]);
      });
    }
  }
});

test('an unreadable file is an error, not a pass', () => {
  expect(() => complaints('src/server/broken.ts', '/* Broken. */ const = ;')).toThrow(
    'src/server/broken.ts cannot be read',
  );
});

/**
 * RTK Query silently uses the first of two endpoints with the same name, so the second button would do what
 * the first does.
 */
test('calls of the signed-in browser have distinct names', () => {
  const files = repositoryFiles().filter((path) => /^src\/web\/.*(?<!\.test)\.tsx?$/.test(path));
  const patterns = [
    /^ +(\w+): build\.(?:query|mutation|infiniteQuery)\b/gm,
    // A derived call is named after its endpoint.
    /\bstaff(?:Query|List|Mutation)\(\s*(\w+)[,)]/g,
    /\bstaffCall<[^(]*\(\s*'([^']+)'/g,
  ];
  const names = files.flatMap((path) => {
    const text = readFileSync(`${root}/${path}`, 'utf8');
    return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name));
  });
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('at most thirty decision records are in force, and each has a unique number', () => {
  const numbers = repositoryFiles().flatMap((path) => numberOfRecord(path) ?? []);
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.length).toBeLessThanOrEqual(maxRecords);
  expect(new Set(numbers).size).toBe(numbers.length);
});

/** On a merge conflict the later migration takes the next number. The folder of the baseline is one migration. */
test('migrations have unique numbers', () => {
  const paths = repositoryFiles().filter((path) => path.startsWith('db/migrations/'));
  const names = new Set(paths.map((path) => path.split('/')[2]));
  const numbers = [...names].map((name) => name?.slice(0, 4));
  expect(numbers).toContain('0142');
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every business module and page feature has its place in the order, once', () => {
  for (const order of [moduleOrder, featureOrder]) expect(new Set(order).size).toBe(order.length);
});

test('every dependency has a documented reason', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(`${root}/package.json`, 'utf8'),
  );
  const record = readFileSync(`${root}/docs/reference/dependencies.md`, 'utf8');
  const reasons = [...record.matchAll(/`([^`]+)`/g)].map(
    ([, name = '']) => new RegExp(`^${name.replaceAll('*', '.*')}$`),
  );
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([]);
});

test('a release contains only packages that it loads, and fonts', () => {
  const loaded = repositoryFiles()
    .filter(runsInRelease)
    .map((path) => readSource(path, readFileSync(`${root}/${path}`, 'utf8')))
    .flatMap(({ imports, isTest }) => (isTest ? [] : imports))
    .map(({ from, typeOnly }) => (typeOnly ? null : packageOf(from)));
  const fonts = /^@(expo-google-fonts|fontsource-variable)\//;
  expect(installedPackages.filter((name) => !loaded.includes(name) && !fonts.test(name))).toEqual([]);
});
