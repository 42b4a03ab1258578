/** ZIP files that are made in other ways than ours. */
import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Says of its one file that it is empty: in the head of the file, and in the list of files at the end (APPNOTE 4.3.7 and 4.3.12). */
export function liar(bytes: Uint8Array): Uint8Array {
  const told = Buffer.from(bytes);
  told.writeUInt32LE(0, 22);
  told.writeUInt32LE(0, told.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return told;
}

/** As programs write it that do not know the size of a file before they have packed it. */
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
