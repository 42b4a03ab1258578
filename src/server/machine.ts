/** Facts about the running program and its machine. */
import { readFileSync, type StatsFs, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Machine } from '#ports/machine.ts';

const programFile = new URL('../../package.json', import.meta.url);
/** Written by each build. */
const builtFile = new URL('../../build/stamp', import.meta.url);

/** `folder` is where data is stored. Null when this machine stores none. */
export const machineOf = (folder: string | null): Machine => ({
  version: (JSON.parse(readFileSync(programFile, 'utf8')) as { version: string }).version,
  builtAt: statSync(builtFile, { throwIfNoEntry: false })?.mtime ?? null,
  startedAt: new Date(Date.now() - process.uptime() * 1_000),
  disk: async () => {
    if (folder === null) return null;
    const found = await diskOf(folder);
    return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  },
});

/** The folder exists only after the first file. Until then, measure the disk of its parent. */
async function diskOf(folder: string): Promise<StatsFs | null> {
  try {
    return await statfs(folder);
  } catch (error) {
    const above = dirname(folder);
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder ? diskOf(above) : null;
  }
}
