/** Loads every CPU core. The child processes end with this one, even after `kill -9`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const busyLoop =
  'const parent = process.ppid; for (;;) { for (let i = 0; i < 1e8; i += 1); if (process.ppid !== parent) process.exit(); }';

export function keepBusy(cores = availableParallelism()): () => void {
  const busy: ChildProcess[] = Array.from({ length: cores }, () =>
    spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }),
  );
  return () => {
    for (const child of busy) child.kill('SIGKILL');
  };
}
