/** Stores files in a folder on this machine. All processes of a shop must share the folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '#ports/file-store.ts';

const goodName = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** The folder is created with the first file. */
export function createDiskFileStore(folder: string): FileStore {
  const pathOf = (name: string): string => {
    if (!goodName.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid file name`);
    return join(folder, name);
  };
  return {
    async write(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      const temporaryPath = `${path}.${randomUUID()}`;
      try {
        const file = await open(temporaryPath, 'wx');
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporaryPath, path);
      } catch (error) {
        await rm(temporaryPath, { force: true });
        throw error;
      }
    },
    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
