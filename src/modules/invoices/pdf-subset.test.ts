/**
 * The font subset in a PDF: requested glyphs render as in the full font, and the file contains nothing else.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { subsetsOf } from './pdf-subset.ts';

const faces = [
  'bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf',
  'instrument-sans/400Regular/InstrumentSans_400Regular.ttf',
  'instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf',
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
];

test.each(faces)('every glyph of %s is drawn as in the whole face, composed ones too', (face) => {
  const file = readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${face}`)));
  const fullFont = create(file) as Font;
  const glyphs = [...'Zażółć gęślą jaźń ẾÅé$1,234.50−'].map(
    (sign) => fullFont.glyphForCodePoint(sign.codePointAt(0) ?? 0).id,
  );
  const subset = subsetsOf(file)();
  const numbers = glyphs.map((glyph) => subset.includeGlyph(glyph));
  expect(glyphs.map((glyph) => subset.includeGlyph(glyph))).toEqual(numbers);
  const bytes = Buffer.from(subset.encode());
  expect(bytes.length).toBeLessThan(file.length / 2);
  const part = create(bytes) as Font;
  expect(part.numGlyphs).toBeGreaterThan(new Set(glyphs).size);
  expect(part.numGlyphs).toBeLessThan(100);
  for (const [index, glyph] of [0, ...glyphs].entries()) {
    const drawn = part.getGlyph([0, ...numbers][index] ?? -1);
    expect(drawn.advanceWidth).toBe(fullFont.getGlyph(glyph).advanceWidth);
    expect(drawn.path.toSVG()).toBe(fullFont.getGlyph(glyph).path.toSVG());
  }
});
