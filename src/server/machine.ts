/** What the program knows of itself and of the machine that it runs on. */
import { readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Machine } from '#ports/machine.ts';

const programFile = new URL('../../package.json', import.meta.url);
/** Written by each build. */
const builtFile = new URL('../../build/stamp', import.meta.url);

/** `folder`: where data lie; null where this machine keeps none. */
export const machineOf = (folder: string | null): Machine => ({
  version: (JSON.parse(readFileSync(programFile, 'utf8')) as { version: string }).version,
  builtAt: statSync(builtFile, { throwIfNoEntry: false })?.mtime ?? null,
  startedAt: new Date(Date.now() - process.uptime() * 1_000),
  disk: async () => {
    if (folder === null) return null;
    // There is no folder before the first file.
    const found = await statfs(folder).catch(() => null);
    return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  },
});
