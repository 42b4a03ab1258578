/** Covers and product drawings have dark theme colors. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { drawings, toDarkDrawing, withoutNight } from './dark-drawings.ts';

test('there are drawings for posts and products', () => {
  expect(drawings().length).toBeGreaterThan(30);
});

test.each(drawings())(
  '%s has a dark mode color for each of its colors (renew with `node tools/dark-drawings.ts`)',
  (file) => {
    const drawing = readFileSync(file, 'utf8');
    expect([basename(file), withoutNight(drawing)]).toEqual([basename(file), []]);
    expect(toDarkDrawing(drawing)).toBe(drawing);
  },
);
