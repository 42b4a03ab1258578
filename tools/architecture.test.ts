/**
 * The architecture document is accurate: every file that it names exists, and a purchase passes through few
 * of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#tools/tidy.ts';

const text = readFileSync(`${root}/docs/architecture.md`, 'utf8');
const filesIn = (part: string): string[] =>
  [...part.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json|css))`/g)].map(([, path = '']) => path);
const isThere = (path: string): boolean =>
  [path, `src/${path}`, `docs/${path}`].some((place) => existsSync(`${root}/${place}`));
const chapter = (title: string): string => text.split(/^### /m).find((part) => part.startsWith(title)) ?? '';

test('every named file exists', () => {
  const named = filesIn(text);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('a purchase passes through at most 18 files, from the button to the receipt', () => {
  const steps = chapter('A purchase by card').match(/^\d+\. .*$/gm) ?? [];
  const opened = new Set(steps.flatMap(filesIn));
  expect(opened.size).toBeGreaterThanOrEqual(steps.length);
  expect(opened.size).toBeLessThanOrEqual(18);
  expect([...opened].at(0)).toContain('checkout-form.tsx');
  expect([...opened].at(-1)).toBe('modules/mail/service.ts');
});

test('there is a walkthrough of a purchase on account, a renewal, and a report', () => {
  for (const title of ['A purchase on account', 'A renewal', 'A report to Factiiv'])
    expect(filesIn(chapter(title)).length, title).toBeGreaterThan(5);
});
