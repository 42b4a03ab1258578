/** An in-memory file store for the uploads of a test shop. */
import type { FileStore } from '#ports/file-store.ts';

export function memoryFiles(): FileStore & { names(): string[] } {
  const files = new Map<string, Uint8Array>();
  return {
    write: async (name, content) => {
      files.set(name, content);
    },
    read: async (name) => files.get(name) ?? null,
    remove: async (name) => {
      files.delete(name);
    },
    names: () => [...files.keys()].toSorted(),
  };
}
