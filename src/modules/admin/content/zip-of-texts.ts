/** Several texts as one file: a ZIP, which every computer opens. What is packed may claim any size, and is unpacked only below ours. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { importPostsAtMost } from '#contract/admin/imports.ts';
import { DomainError } from '#kernel/errors.ts';
import { textOf } from '#platform/csv-reader.ts';

export type TextFile = { name: string; text: string };

const unpackedAtMost = 20_000_000;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
/** What computers put beside the files of people. */
const isBeside = (path: string): boolean => path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/.test(path);

const refusal = (message: string): DomainError => new DomainError('import_unreadable', message);

/** One text, or those of a ZIP in its order. Throws `import_unreadable`. */
export function readTexts(bytes: Uint8Array, name: string): TextFile[] {
  const files = isZip(bytes) ? unpacked(bytes) : [{ name, bytes }];
  if (files.length === 0) throw refusal('There is no file in this ZIP file');
  return files.map((file) => ({ name: file.name, text: textIn(file) }));
}

function textIn({ name, bytes }: { name: string; bytes: Uint8Array }): string {
  if (!/\.(md|markdown|html?|txt)$/i.test(name)) throw refusal(`${name} is no post: send .md or .html files, alone or in a ZIP file`);
  try {
    return textOf(bytes, 'Save it as a text in UTF-8 and choose it again');
  } catch (error) {
    throw error instanceof DomainError ? refusal(`${name}: ${error.message}`) : error;
  }
}

function unpacked(bytes: Uint8Array): { name: string; bytes: Uint8Array }[] {
  let [count, size] = [0, 0];
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (isBeside(name)) return false;
        count += 1;
        size += originalSize;
        if (count > importPostsAtMost) throw refusal(`This ZIP file has more than ${importPostsAtMost} files`);
        if (size > unpackedAtMost) throw refusal(`The files in this ZIP file have more than ${unpackedAtMost / 1_000_000} MB`);
        return true;
      },
    });
    return Object.entries(files).map(([path, content]) => ({ name: path.replace(/^.*\//, ''), bytes: content }));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw refusal('This ZIP file cannot be read. Pack it anew, without a password');
  }
}

export const packed = (files: readonly TextFile[], at: Date): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: at });
