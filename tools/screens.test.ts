/** `npm run lab -- screens` covers every route, and the pictures in the documentation stay small. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenSubjects } from './screen-subjects.ts';

const root = join(import.meta.dirname, '..');

test('every route has a screenshot', () => {
  const names = [
    ...readFileSync(join(root, 'src/web/routes.ts'), 'utf8').matchAll(/'routes\/([a-z0-9-]+)\.tsx'/g),
  ].map(([, name]) => name);
  const pages = [...new Set(names)].filter(
    (name): name is string => name !== undefined && name !== 'any-page',
  );
  const screens = Object.keys(screenSubjects);
  expect(pages.length).toBeGreaterThan(20);
  // Screens are named after their route, such as `payment-successful` or `admin-orders`.
  const subject = (page: string): string =>
    ({ 'payment-success': 'payment-successful', product: 'product-page' })[page] ?? page;
  expect(pages.filter((page) => !screens.some((screen) => screen.startsWith(subject(page))))).toEqual([]);
});

test('no picture in the documents is larger than 100 kB', () => {
  const pictures = globSync('docs/screens/*', { cwd: root });
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((path) => statSync(join(root, path)).size > 100_000)).toEqual([]);
});
