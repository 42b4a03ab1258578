/**
 * Loaded into the shop's process by `npm run fuzz`, with `--expose-gc`. On SIGUSR2 it collects all garbage and writes what is left, in bytes,
 * into a file of its own.
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
