/**
 * Loaded into the shop's process by `npm run lab -- fuzz`, with `--expose-gc`. On SIGUSR2 it collects all
 * garbage and writes the remaining bytes to a file.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const heapFileOf = (pid: number): string => join(tmpdir(), `stateside-heap-of-${pid}`);

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const path = heapFileOf(process.pid);
  writeFileSync(`${path}.unfinished`, String(heapUsed + external));
  renameSync(`${path}.unfinished`, path);
});
