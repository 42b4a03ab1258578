/**
 * Packs and unpacks text files as a ZIP. A compressed file may claim any size, so the unpacked bytes are
 * counted.
 */
import { Unzip, UnzipInflate } from 'fflate';
import { importPostsAtMost } from '#contract/admin/imports.ts';
import { DomainError } from '#kernel/errors.ts';
import { textOf } from '#platform/csv-reader.ts';

export type TextFile = { name: string; text: string };

const unpackedAtMost = 20_000_000;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
/** Files that operating systems add to archives. */
const isBeside = (path: string): boolean =>
  path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/.test(path);

const refusal = (message: string): DomainError => new DomainError('import_unreadable', message);

/** Reads one text, or the texts of a ZIP in its order. Throws `import_unreadable`. */
export function readTexts(bytes: Uint8Array, name: string): TextFile[] {
  const files = isZip(bytes) ? unpacked(bytes) : [{ name, bytes }];
  if (files.length === 0) throw refusal('This ZIP file is empty');
  return files.map((file) => ({ name: file.name, text: textIn(file) }));
}

function textIn({ name, bytes }: { name: string; bytes: Uint8Array }): string {
  if (!/\.(md|markdown|html?|txt)$/i.test(name))
    throw refusal(`${name} is not a post. Choose .md or .html files, or a ZIP file of them`);
  try {
    return textOf(bytes, 'Save it as UTF-8 text and choose it again');
  } catch (error) {
    throw error instanceof DomainError ? refusal(`${name}: ${error.message}`) : error;
  }
}

const broken = refusal('This ZIP file cannot be read. Create it again without a password');

/** A chunk of this size expands at most a thousandfold, so the limit is detected before the next chunk. */
const pieceBytes = 4_096;

function unpacked(bytes: Uint8Array): { name: string; bytes: Uint8Array }[] {
  const files: { name: string; pieces: Uint8Array[]; isWhole: boolean }[] = [];
  let [size, seen] = [0, 0];
  const unzip = new Unzip((packedFile) => {
    seen += 1;
    if (isBeside(packedFile.name)) return;
    if (files.length >= importPostsAtMost)
      throw refusal(`This ZIP file has more than ${importPostsAtMost} files`);
    const file = { name: packedFile.name.replace(/^.*\//, ''), pieces: [] as Uint8Array[], isWhole: false };
    files.push(file);
    packedFile.ondata = (error, piece, isLast) => {
      if (error !== null) throw error;
      size += piece.length;
      if (size > unpackedAtMost)
        throw refusal(`The files in this ZIP file have more than ${unpackedAtMost / 1_000_000} MB`);
      file.pieces.push(piece);
      file.isWhole = isLast;
    };
    packedFile.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw broken;
  }
  // An empty archive starts with its end record (APPNOTE 4.3.16).
  if ((seen === 0 && bytes[2] !== 5) || files.some(({ isWhole }) => !isWhole)) throw broken;
  return files.map(({ name, pieces }) => ({ name, bytes: Buffer.concat(pieces) }));
}
