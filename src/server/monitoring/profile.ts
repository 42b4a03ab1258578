/**
 * On `kill -USR2`, records a CPU profile of the process for 30 s and writes a file that Chromium DevTools can
 * open.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '#modules/shared/deps.ts';

type Options = { folder: string; seconds?: number; log: Pick<Deps['log'], 'info' | 'error'> };

/** A second signal during a recording is ignored. Returns a function that removes the signal handler. */
export function profileOnSignal({ folder, seconds = 30, log }: Options): () => Promise<void> {
  let isTaking = false;
  const take = async (): Promise<void> => {
    if (isTaking) return;
    isTaking = true;
    try {
      log.info({ seconds }, 'CPU profiling started');
      log.info({ file: await profile(folder, seconds) }, 'a CPU profile was written');
    } catch (error) {
      log.error({ err: error }, 'CPU profiling failed');
    } finally {
      isTaking = false;
    }
  };
  const onSignal = (): void => void take();
  process.on('SIGUSR2', onSignal);
  return async () => void process.off('SIGUSR2', onSignal);
}

async function profile(folder: string, seconds: number): Promise<string> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await pause(seconds * 1_000);
    const { profile: taken } = await session.post('Profiler.stop');
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.cpuprofile`);
    await writeFile(`${file}.part`, JSON.stringify(taken));
    await rename(`${file}.part`, file);
    return file;
  } finally {
    session.disconnect();
  }
}
