/** A signal from the operator starts a CPU profile, one at a time. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '#test/until.ts';
import { profileOnSignal } from './profile.ts';

test('SIGUSR2 writes one file that names the running work', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'stateside-profile-'));
  const folder = join(parent, 'profiles');
  const logLines: string[] = [];
  const write = (_about: unknown, text?: string): void => void logLines.push(text ?? '');
  const end = profileOnSignal({ folder, seconds: 0.3, log: { info: write, error: write } as never });
  try {
    process.emit('SIGUSR2');
    process.emit('SIGUSR2');
    await until('the file is there', async () => logLines.includes('a CPU profile was written'));
    const files = await readdir(folder);
    expect(files).toEqual([expect.stringMatching(new RegExp(`^[0-9T.Z-]+-${process.pid}\\.cpuprofile$`))]);
    const taken = JSON.parse(await readFile(join(folder, files[0] ?? ''), 'utf8')) as {
      nodes: unknown[];
      endTime: number;
      startTime: number;
    };
    expect(taken.nodes.length).toBeGreaterThan(1);
    expect(taken.endTime - taken.startTime).toBeGreaterThan(250_000);
  } finally {
    await end();
    await rm(parent, { recursive: true });
  }
  expect(process.listenerCount('SIGUSR2')).toBe(0);
});
