/**
 * Pairs of letters that stand closer than their own widths say, for a font of every page. The families carry some four thousand pairs, and
 * how each changes with the weight: seven of seventeen thousand bytes, and one more round trip on a slow line. We keep the pairs that
 * matter in prose, for one weight, in the older of the two tables that browsers read.
 */
import * as harfbuzz from 'harfbuzzjs';

/** Some 3.6 kB before compression, half of it after. What a page loses beyond them are moves that no reader of our texts can see. */
const stored = 600;

/** How often each sign stands among a thousand of English prose; a capital begins a word, and all else is rare. */
const often: Record<string, number> = Object.fromEntries(
  'e102 t75 a65 o62 n57 i57 s53 r50 h42 l33 d33 u23 c22 m20 f18 w19 g16 y16 p15 b12 v8 k6 x1 j1 q1 z1 .10 ,10 ’3 -3 ?3 ”3 :3'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), Number(pair.slice(1))])
    .concat([[' ', 180], ...[...'0123456789'].map((digit) => [digit, 3])]),
);
const isCapital = (sign: string): boolean => /^[A-Z]$/.test(sign);
const isSmall = (sign: string): boolean => /^[a-z]$/.test(sign);

/** How much it matters that `left` and `right` stand as their family wants them, beside other pairs: 0 where prose has no such pair. */
function likely(left: string, right: string): number {
  if (isSmall(left) && !isSmall(right) && !/[ .,;:!?’”)-]/.test(right)) return 0;
  const begin = isCapital(left) ? 0.08 * (often[left.toLowerCase()] ?? 0) + 0.3 : (often[left] ?? 0.5);
  const end = isCapital(right) ? 0.05 * (often[right.toLowerCase()] ?? 0) + 0.3 : (often[right] ?? 0.5);
  return begin * end;
}

type Pair = { left: number; right: number; move: number };

/** `font` with the pairs of `whole`, the same family with all it has, between any two of `signs`. Both are uncompressed; the units are the font's own. */
export async function kerned(font: Buffer, whole: Buffer, signs: readonly string[]): Promise<Buffer> {
  const family = openFont(whole);
  const [close, plain] = [true, false].map(
    (isOn) =>
      (text: string): number =>
        widthOf(family, text, isOn),
  ) as [Measure, Measure];
  const moves = signs.flatMap((left) => signs.map((right) => ({ left, right, move: close(left + right) - plain(left + right) })));
  const weigh = ({ left, right, move }: (typeof moves)[number]): number => likely(left, right) * Math.abs(move);
  const glyphs = openFont(font);
  const glyphOf = (sign: string): number => glyphs.nominalGlyph(sign.codePointAt(0) ?? 0) ?? 0;
  const pairs = moves
    .filter((pair) => weigh(pair) > 0)
    .sort((one, other) => weigh(other) - weigh(one))
    .slice(0, stored)
    .map(({ left, right, move }) => ({ left: glyphOf(left), right: glyphOf(right), move }));
  return withTable(font, 'kern', tableOf(pairs));
}

type Measure = (text: string) => number;

/** An uncompressed font, for measuring. */
export const openFont = (font: Buffer): harfbuzz.Font =>
  new harfbuzz.Font(
    new harfbuzz.Face(new harfbuzz.Blob(font.buffer.slice(font.byteOffset, font.byteOffset + font.byteLength) as ArrayBuffer)),
  );

/** In the font's own units. */
export function widthOf(font: harfbuzz.Font, text: string, isKerned: boolean): number {
  const line = new harfbuzz.Buffer();
  line.addText(text);
  line.guessSegmentProperties();
  harfbuzz.shape(font, line, [new harfbuzz.Feature('kern', isKerned ? 1 : 0)]);
  return line.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
}

/** What both kinds of list in a font say of their length, so that a reader can halve its way through: of `count` pieces of `size` bytes. */
function searchOf(count: number, size: number): [range: number, steps: number, rest: number] {
  const steps = Math.floor(Math.log2(count));
  return [size << steps, steps, count * size - (size << steps)];
}

/** OpenType's `kern`, version 0: one subtable of format 0, horizontal, its pairs in the order of their signs. */
function tableOf(pairs: Pair[]): Buffer {
  const ordered = pairs.toSorted((one, other) => one.left - other.left || one.right - other.right);
  const words = [0, 1, 0, 14 + ordered.length * 6, 1, ordered.length, ...searchOf(ordered.length, 6)];
  const table = Buffer.alloc((words.length + ordered.length * 3) * 2);
  for (const [index, word] of [...words, ...ordered.flatMap(({ left, right, move }) => [left, right, move & 0xffff])].entries())
    table.writeUInt16BE(word, index * 2);
  return table;
}

/** The font with one more table. Where the tables lie, and their sums, are written anew. */
function withTable(font: Buffer, tag: string, body: Buffer): Buffer {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const start = font.readUInt32BE(at + 8);
    return { tag: font.toString('latin1', at, at + 4), body: font.subarray(start, start + font.readUInt32BE(at + 12)) };
  });
  const all = [...tables, { tag, body }].sort((one, other) => (one.tag < other.tag ? -1 : 1));
  const head = Buffer.alloc(12 + all.length * 16);
  font.copy(head, 0, 0, 4);
  for (const [index, word] of [all.length, ...searchOf(all.length, 16)].entries()) head.writeUInt16BE(word, 4 + index * 2);
  const bodies: Buffer[] = [];
  let start = head.length;
  for (const [index, table] of all.entries()) {
    const padded = Buffer.concat([table.body, Buffer.alloc(-table.body.length & 3)]);
    const at = 12 + index * 16;
    head.write(table.tag, at, 'latin1');
    for (const [place, word] of [sumOf(padded), start, table.body.length].entries()) head.writeUInt32BE(word, at + 4 + place * 4);
    bodies.push(padded);
    start += padded.length;
  }
  return Buffer.concat([head, ...bodies]);
}

const sumOf = (padded: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
};
