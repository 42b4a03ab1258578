/** ZIP files in forms that our own code does not write. */
import { strToU8, Zip, ZipDeflate } from 'fflate';

/**
 * Declares its one file as empty, both in the local header and in the central directory (APPNOTE 4.3.7 and
 * 4.3.12).
 */
export function withFalseSize(bytes: Uint8Array): Uint8Array {
  const forged = Buffer.from(bytes);
  forged.writeUInt32LE(0, 22);
  forged.writeUInt32LE(0, forged.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return forged;
}

/** A streamed ZIP, written by programs that do not know a file's size before compressing it. */
export function streamedZip(entries: Record<string, string>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const made = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
  });
  for (const [name, text] of Object.entries(entries)) {
    const file = new ZipDeflate(name);
    made.add(file);
    file.push(strToU8(text), true);
  }
  made.end();
  return Buffer.concat(pieces);
}
