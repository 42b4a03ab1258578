/** Cards say whole words, and show the whole of a cover, drawn or photographed. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as opentype from 'opentype.js';
import { expect, test } from 'vitest';
import { layOut } from './layout.ts';

const glyphs = await readFile(
  fileURLToPath(import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff')),
);
const real = opentype.parse(glyphs.buffer.slice(glyphs.byteOffset, glyphs.byteOffset + glyphs.byteLength) as ArrayBuffer);

/** The words that are written, line by line, because paths cannot be read. */
function written(card: Parameters<typeof layOut>[1]): { lines: string[]; svg: string } {
  const lines: string[] = [];
  const font = Object.assign(Object.create(real) as typeof real, {
    getPath: (text: string, x: number, y: number, size: number) => {
      lines.push(text);
      expect(x + real.getAdvanceWidth(text, size), text).toBeLessThanOrEqual(1_200 - 60);
      return real.getPath(text, x, y, size);
    },
  });
  return { svg: layOut(font, card), lines };
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" fill="none" stroke="#0f2a2e"><path d="M0 0h1200v630H0z"/></svg>';
const says = 'How to buy now and pay within thirty days, step by step, with prices, dates, mistakes, '.repeat(6);

test('a text that is too long ends with a whole word and an ellipsis, without a space or a comma before it', () => {
  for (const cover of [null, drawing]) {
    const last = written({ title: 'How to get an EIN without an SSN', says, cover }).lines.at(-1) ?? '';
    expect(last).toMatch(/[a-z]…$/);
    expect(says).toContain(last.slice(0, -1));
  }
  expect(written({ title: 'Terms', says: 'Short and whole.', cover: null }).lines.at(-1)).toBe('Short and whole.');
});

test('a drawn cover is made smaller and not cut, and keeps its own look', () => {
  const { svg } = written({ title: 'ITIN', says, cover: drawing });
  const [, x, y, scale] = (/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"><g fill="none" stroke="#0f2a2e">/.exec(svg) ?? []).map(
    Number,
  );
  expect((x ?? 0) + 1_200 * (scale ?? 9)).toBeLessThanOrEqual(1_200);
  expect((y ?? 0) + 630 * (scale ?? 9)).toBeLessThanOrEqual(618);
});

test('a photograph stands in the place of the drawing', () => {
  const { svg } = written({ title: 'ITIN', says, cover: 'data:image/png;base64,AAAA' });
  expect(svg).toContain('xlink:href="data:image/png;base64,AAAA"');
});

const file = `<svg xmlns="http://www.w3.org/2000/svg"><!-- Two. -->
<g id="one" stroke="var(--ink)"><g><path d="M1 1h2" fill="var(--credit)"/></g><text x="90" y="78" font-size="48" fill="var(--ink)" text-anchor="middle">30</text></g>
<g id="two"><path d="M9 9h9"/></g></svg>`;

test('the drawing of a page stands in its card: that part only, whole, in colours of its own, with letters as paths', () => {
  const { svg, lines } = written({ title: 'Net 30', says, cover: null, drawing: { file, part: 'one', width: 640, height: 500 } });
  expect(svg).toContain('<path d="M1 1h2" fill="#3a8577"/>');
  expect(svg).not.toContain('M9 9h9');
  expect(svg).not.toMatch(/var\(|<text/);
  expect(lines).toContain('30');
  const [, x, y, scale] = (/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"><g id="one"/.exec(svg) ?? []).map(Number);
  expect(x).toBeGreaterThanOrEqual(740);
  expect((x ?? 0) + 640 * (scale ?? 9)).toBeLessThanOrEqual(1_200);
  expect((y ?? 0) + 500 * (scale ?? 9)).toBeLessThanOrEqual(618);
  expect(() => layOut(real, { title: 'x', says, cover: null, drawing: { file, part: 'none', width: 9, height: 9 } })).toThrow(
    'called none',
  );
});
