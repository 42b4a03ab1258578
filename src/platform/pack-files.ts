/** Texts as one ZIP file. Packing 20 MB takes a second of processor time, so it runs in a worker. */
import { strToU8, zipSync } from 'fflate';
import { parseTask } from './parsing.ts';

export const packFiles = ({
  files,
  at,
}: {
  files: readonly { name: string; text: string }[];
  at: Date;
}): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: at });

export const packTask = parseTask<typeof packFiles>(new URL(import.meta.url), 'packFiles');
