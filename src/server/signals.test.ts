/** Signal handling: a duplicated signal is one request, and a later second signal exits immediately. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Starts a process whose stop takes `stopMs`. */
async function aProcess(stopMs: number) {
  const program = `
    const { stopOnSignals } = await import(${JSON.stringify(main)});
    stopOnSignals(() => {
      process.stdout.write('stopping');
      return new Promise((resolve) => setTimeout(resolve, ${stopMs}));
    });
    setInterval(() => undefined, 1_000);
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  /**
   * Sends the first signal. A busy machine may deliver it late, so the next signal is sent only after it was
   * received.
   */
  const firstly = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await once(child.stdout, 'data');
  };
  return { child, firstly, gone: once(child, 'exit') };
}

test('two concurrent SIGTERMs stop everything once, and wait for it', { tags: ['long'] }, async () => {
  const { child, firstly, gone } = await aProcess(300);
  await firstly('SIGTERM');
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});

test('a second request does not wait', async () => {
  const { child, firstly, gone } = await aProcess(60_000);
  await firstly('SIGINT');
  // A signal that follows too soon belongs to the first request.
  const interruptTimer = setInterval(() => child.kill('SIGINT'), 200);
  expect(await gone).toEqual([1, null]);
  clearInterval(interruptTimer);
});
