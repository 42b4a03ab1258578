/** A killed demo sandbox restarts with its state, and one that cannot restart is reported. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sdkFor } from '#test/builders/stripe-sandbox.ts';
import { until } from '#test/until.ts';
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aSandboxProcess(lines: string[] = []): Promise<{ sandbox: SandboxProcess; dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-process-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const settings = {
    host: undefined,
    port: 0,
    smtpPort: 0,
    factiivPort: 0,
    dataDir,
    environment: { PATH: '' },
  };
  const sandbox = await startSandboxProcess(settings, (line) => lines.push(line));
  cleanups.push(() => sandbox.stop());
  return { sandbox, dataDir };
}

/** Resolves when another process has replaced the killed one. */
async function kill(sandbox: SandboxProcess): Promise<void> {
  const before = sandbox.pid();
  if (before === undefined) throw new Error('there is no process');
  process.kill(before, 'SIGKILL');
  await until('it is back', () => sandbox.pid() !== before);
}

test('a killed sandbox is restarted with the same addresses, keys, and webhook endpoint, and that is logged', {
  tags: ['long'],
}, async () => {
  const lines: string[] = [];
  const { sandbox } = await aSandboxProcess(lines);
  const stripe = sdkFor(sandbox.origin, sandbox.secretKey);
  await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/webhooks', enabled_events: ['*'] });
  const intent = await stripe.paymentIntents.create({ amount: 1_999, currency: 'usd' });
  for (const restarts of [1, 2]) {
    await kill(sandbox);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id });
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    const { origin } = (await (await fetch(`${sandbox.factiivOrigin}/control/factiiv`)).json()) as {
      origin: string;
    };
    expect(origin).toBe(sandbox.factiivOrigin);
    expect(lines).toHaveLength(restarts);
  }
  expect(lines[0]).toBe('The sandbox crashed and was restarted. Its data is preserved.');
});

test('one that cannot restart is abandoned with its last output', { tags: ['long'] }, async () => {
  const { sandbox, dataDir } = await aSandboxProcess();
  // Its state is replaced by something unreadable, so no restart can succeed.
  await rm(join(dataDir, 'sandbox'), { recursive: true });
  await writeFile(join(dataDir, 'sandbox'), 'no folder');
  process.kill(sandbox.pid() ?? 0, 'SIGKILL');
  expect(await sandbox.gaveUp).toMatch(/EEXIST|ENOTDIR/);
});

test('a stopped one stays stopped', async () => {
  const lines: string[] = [];
  const { sandbox } = await aSandboxProcess(lines);
  const { port } = new URL(sandbox.origin);
  await sandbox.stop();
  const taken = createServer();
  cleanups.push(() => new Promise((resolve) => taken.close(resolve)));
  await new Promise<void>((resolve, reject) =>
    taken.once('error', reject).listen(Number(port), '127.0.0.1', resolve),
  );
  expect(lines).toEqual([]);
});

test('one omitted by npm reports how to install it', async () => {
  const withoutMails = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => next(name === 'mailparser' ? 'mailparser-left-out' : name, context) });`;
  const environment = {
    PATH: '',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutMails)}`,
  };
  const settings = { host: undefined, port: 0, smtpPort: 0, factiivPort: 0, dataDir: tmpdir(), environment };
  await expect(startSandboxProcess(settings, () => undefined)).rejects.toThrow(
    /^A demo needs its sandbox, but the package mailparser-left-out is not installed .* Run "npm ci" /,
  );
});
