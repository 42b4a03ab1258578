/**
 * The subset of a TrueType file that a PDF embeds. It holds the glyphs of the text, numbered in order of
 * first use, and the tables that PDF requires (ISO 32000-1, 9.9). Glyphs are copied unchanged, so a subset
 * costs little more than copying their bytes.
 */

/** The interface that PDFKit expects of a subset. */
export type Subset = { includeGlyph(glyph: number): number; encode(): Uint8Array };

/**
 * Opens TrueType files and returns a function that creates a subset for each document. A subset can contain
 * glyphs of all the files. A glyph ID is the file's index above 16 bits of the file's own glyph ID. Only the
 * first file may contain hints.
 */
export function subsetsOf(...files: Buffer[]): () => Subset {
  const all = files.map(readTables);
  return () => {
    const numbers = new Map<number, number>();
    const include = (glyph: number): number => {
      const number = numbers.get(glyph) ?? numbers.size;
      numbers.set(glyph, number);
      return number;
    };
    // Glyph 0 represents missing characters and comes first in every file.
    include(0);
    return { includeGlyph: include, encode: () => encode(all, numbers, include) };
  };
}

type Tables = (tag: string) => Buffer;

const headerBytes = 12;
const entryBytes = 16;

function readTables(file: Buffer): Tables {
  const found = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(4); index += 1) {
    const entry = headerBytes + index * entryBytes;
    const from = file.readUInt32BE(entry + 8);
    found.set(
      file.toString('latin1', entry, entry + 4),
      file.subarray(from, from + file.readUInt32BE(entry + 12)),
    );
  }
  return (tag) => found.get(tag) ?? Buffer.alloc(0);
}

const glyphBits = 16;

function encode(all: Tables[], numbers: Map<number, number>, include: (glyph: number) => number): Buffer {
  const [first = () => Buffer.alloc(0)] = all;
  const glyphs: Buffer[] = [];
  const metrics: Buffer[] = [];
  const offsets = [0];
  // Parts of composite glyphs are added to the map during the iteration, which then visits them too.
  for (const number of numbers.keys()) {
    const file = number >>> glyphBits;
    const tables = all[file] ?? first;
    const glyph = number & (2 ** glyphBits - 1);
    const outline = renumbered(outlineOf(tables, glyph), (part) => include(file * 2 ** glyphBits + part));
    glyphs.push(outline);
    metrics.push(metricOf(tables, glyph));
    offsets.push((offsets.at(-1) ?? 0) + outline.length);
  }
  const loca = Buffer.alloc(offsets.length * 4);
  for (const [index, offset] of offsets.entries()) loca.writeUInt32BE(offset, index * 4);
  return assemble([
    ['cvt ', first('cvt ')],
    ['fpgm', first('fpgm')],
    ['glyf', Buffer.concat(glyphs)],
    ['head', withUInt16(first('head'), longOffsets, 50)],
    ['hhea', withUInt16(first('hhea'), glyphs.length, 34)],
    ['hmtx', Buffer.concat(metrics)],
    ['loca', loca],
    ['maxp', withUInt16(largestOf(all), glyphs.length, 4)],
    ['prep', first('prep')],
  ]);
}

const firstLimit = 6;

/**
 * Table `maxp`: limits that readers rely on, such as the points per glyph. Uses the maximum across all files.
 */
function largestOf(all: Tables[]): Buffer {
  const limits = all.map((tables) => tables('maxp'));
  const largest = Buffer.from(limits[0] ?? Buffer.alloc(0));
  for (let at = firstLimit; at < largest.length; at += 2)
    largest.writeUInt16BE(
      Math.max(...limits.map((table) => (at < table.length ? table.readUInt16BE(at) : 0))),
      at,
    );
  return largest;
}

const longOffsets = 1;

function outlineOf(tables: Tables, glyph: number): Buffer {
  const loca = tables('loca');
  const isLong = tables('head').readUInt16BE(50) === longOffsets;
  const offset = (index: number): number =>
    isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2;
  return tables('glyf').subarray(offset(glyph), offset(glyph + 1));
}

/** Advance width and left side bearing. The last glyphs of a font may share one width. */
function metricOf(tables: Tables, glyph: number): Buffer {
  const hmtx = tables('hmtx');
  const full = tables('hhea').readUInt16BE(34);
  if (glyph < full) return hmtx.subarray(glyph * 4, glyph * 4 + 4);
  const bearing = full * 4 + (glyph - full) * 2;
  return Buffer.concat([hmtx.subarray(full * 4 - 4, full * 4 - 2), hmtx.subarray(bearing, bearing + 2)]);
}

const part = { hasWideArguments: 0x1, hasScale: 0x8, hasMore: 0x20, hasTwoScales: 0x40, hasMatrix: 0x80 };

/** A composite glyph, such as `é`, references its parts by ID; this rewrites them to subset IDs. */
function renumbered(outline: Buffer, include: (glyph: number) => number): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline;
  const composed = Buffer.from(outline);
  let at = 10;
  let flags = part.hasMore;
  while (flags & part.hasMore) {
    flags = composed.readUInt16BE(at);
    composed.writeUInt16BE(include(composed.readUInt16BE(at + 2)), at + 2);
    at += flags & part.hasWideArguments ? 8 : 6;
    if (flags & part.hasScale) at += 2;
    else if (flags & part.hasTwoScales) at += 4;
    else if (flags & part.hasMatrix) at += 8;
  }
  return composed;
}

function withUInt16(table: Buffer, value: number, at: number): Buffer {
  const changed = Buffer.from(table);
  changed.writeUInt16BE(value, at);
  return changed;
}

/** Each table starts at a multiple of four bytes. Checksums stay 0, because PDF readers ignore them. */
function assemble(all: [tag: string, bytes: Buffer][]): Buffer {
  const present = all.filter(([, { length }]) => length > 0);
  const power = 2 ** Math.floor(Math.log2(present.length));
  const header = Buffer.alloc(headerBytes + present.length * entryBytes);
  header.writeUInt32BE(0x00_01_00_00, 0);
  for (const [index, value] of [
    present.length,
    power * 16,
    Math.log2(power),
    (present.length - power) * 16,
  ].entries())
    header.writeUInt16BE(value, 4 + index * 2);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, [tag, bytes]] of present.entries()) {
    const entry = headerBytes + index * entryBytes;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    const filling = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, Buffer.alloc(filling));
    offset += bytes.length + filling;
  }
  return Buffer.concat(parts);
}
