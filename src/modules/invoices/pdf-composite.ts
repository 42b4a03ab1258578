/**
 * Combines several fonts into one face, for text in scripts that no single font covers. Lines are ordered by
 * the Unicode bidirectional algorithm and shaped by HarfBuzz. PDFKit sees one font: a glyph ID is the font's
 * index above 16 bits of that font's own glyph ID.
 */
import bidiFactory from 'bidi-js';
import { create, type Font, type Glyph, type GlyphPosition } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';
import { once } from '#kernel/once.ts';
import { directionFeature } from './pdf-direction.ts';
import { subsetsOf } from './pdf-subset.ts';

export type Run = { glyphs: Glyph[]; positions: GlyphPosition[]; advanceWidth: number };

type Member = { font: Font; shaper: harfbuzz.Font };
/** Text of one direction and one font, in reading order. */
type Piece = { text: string; member: number; level: number };

const bidi = once(bidiFactory);

/**
 * `files`: TrueType files of 1,000 units per em. The first is the main face; the others supply what it lacks.
 */
export function compositeOf(files: Buffer[]): Font {
  const members = files.map((file): Member => {
    const font = create(file) as Font;
    if (font.unitsPerEm !== 1_000)
      throw new Error(`A face of ${font.unitsPerEm} units cannot be joined to others`);
    return { font, shaper: new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file))) };
  });
  const [first] = members;
  if (first === undefined) throw new Error('A face needs a font');
  // Uses the metrics of the first font, so that line heights stay the same.
  return Object.create(first.font, {
    layout: ownProperty((text: string, features: string[] = []) => layout(members, text, features)),
    createSubset: ownProperty(subsetsOf(...files)),
    hasGlyphForCodePoint: ownProperty((code: number) =>
      members.some(({ font }) => font.hasGlyphForCodePoint(code)),
    ),
  });
}

const ownProperty = (value: unknown): PropertyDescriptor => ({ value, writable: true });

function layout(members: Member[], text: string, features: string[]): Run {
  const direction = features.includes(directionFeature.rtl) ? 'rtl' : 'ltr';
  const run: Run = { glyphs: [], positions: [], advanceWidth: 0 };
  // The space at the end of a wrapped line would shift a right-to-left line away from its margin.
  const line = text.trimEnd();
  const spaces = { text: text.slice(line.length), member: 0, level: 0 };
  for (const piece of [...inVisualOrder(piecesOf(members, line, direction)), spaces])
    shape(members, piece, features, run);
  return run;
}

/** Clusters, such as a letter with its marks, stay together. */
function piecesOf(members: Member[], text: string, direction: 'ltr' | 'rtl'): Piece[] {
  const { levels } = bidi().getEmbeddingLevels(text, direction);
  const pieces: Piece[] = [];
  for (const { segment, index } of clusters().segment(text)) {
    const level = levels[index] ?? 0;
    const last = pieces.at(-1);
    const member = memberFor(members, segment, last?.member ?? 0);
    if (last?.member === member && last.level === level) last.text += segment;
    else pieces.push({ text: segment, member, level });
  }
  return pieces;
}

const clusters = once(() => new Intl.Segmenter('und', { granularity: 'grapheme' }));

/**
 * The font that covers the whole cluster: the main face, otherwise the font of the preceding text, otherwise
 * any other.
 */
function memberFor(members: Member[], cluster: string, before: number): number {
  const codes = [...cluster].filter((sign) => !/\p{Cf}/u.test(sign)).map((sign) => sign.codePointAt(0) ?? 0);
  const holdsAll = (index: number) => codes.every((code) => members[index]?.font.hasGlyphForCodePoint(code));
  return [0, before, ...members.keys()].find(holdsAll) ?? 0;
}

/** Rule L2 of the algorithm: from the highest level down, reverse every run of at least that level. */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return ordered;
}

function shape(members: Member[], { text, member, level }: Piece, features: string[], run: Run): void {
  const { font, shaper } = members[member] as Member;
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(level % 2 === 1 ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  const scriptFeatures = features.filter(
    (feature) => feature !== directionFeature.ltr && feature !== directionFeature.rtl,
  );
  harfbuzz.shape(
    shaper,
    buffer,
    scriptFeatures.map((tag) => new harfbuzz.Feature(tag)),
  );
  const shaped = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const seen = new Set<number>();
  for (const { codepoint: id, cluster, xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } of shaped) {
    // The first glyph of a cluster carries its text for copying from the PDF.
    const source = seen.has(cluster)
      ? ''
      : text.slice(
          cluster,
          starts.find((start) => start > cluster),
        );
    seen.add(cluster);
    const { advanceWidth } = font.getGlyph(id);
    const codePoints = [...source].map((sign) => sign.codePointAt(0) ?? 0);
    run.glyphs.push({ id: member * 0x1_00_00 + id, advanceWidth, codePoints } as Glyph);
    run.positions.push({ xAdvance, yAdvance, xOffset, yOffset });
    run.advanceWidth += xAdvance;
  }
}
