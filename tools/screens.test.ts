/** Every page has been looked at: a picture of each route at each width in both themes, small enough to keep. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/screens');
const files = readdirSync(folder);

test('docs/screens shows every route at 360, 768 and 1280 pixels, light and dark: npm run screens', () => {
  const names = [...readFileSync(join(root, 'src/web/routes.ts'), 'utf8').matchAll(/'routes\/([a-z0-9-]+)\.tsx'/g)].map(([, name]) => name);
  const pages = names.filter((name) => name !== 'any-page');
  expect(pages.length).toBeGreaterThan(20);
  const checks = [360, 768, 1280].flatMap((width) => ['light', 'dark'].map((theme) => `-${width}-${theme}.webp`));
  const missing = pages.flatMap((page) =>
    checks.filter((check) => !files.some((file) => file.startsWith(`${page}`) && file.endsWith(check))).map((check) => page + check),
  );
  expect(missing).toEqual([]);
});

test('no picture is larger than 100 kB', () => {
  expect(files.filter((file) => statSync(join(folder, file)).size > 100_000)).toEqual([]);
});
