/** How the process takes signals: one wish told twice is one wish, and a second wish does not wait. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** A process whose stop takes `stopMs`. */
async function aProcess(stopMs: number) {
  const program = `
    const { stopOnSignals } = await import(${JSON.stringify(main)});
    stopOnSignals(() => new Promise((resolve) => setTimeout(resolve, ${stopMs})));
    setInterval(() => undefined, 1_000);
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { child, gone: once(child, 'exit') };
}

test('SIGTERM that comes twice at once stops everything once, and waits for it', async () => {
  const { child, gone } = await aProcess(300);
  child.kill('SIGTERM');
  await pause(50);
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});

test('a second wish does not wait', async () => {
  const { child, gone } = await aProcess(60_000);
  child.kill('SIGINT');
  await pause(700);
  child.kill('SIGINT');
  expect(await gone).toEqual([1, null]);
});
