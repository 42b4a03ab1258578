/**
 * Starts the shop as in production: `src/server/main.ts` in a separate process, without pages, against the
 * test's sandbox. Several processes may share one database. `end` stops all of them, even if the test failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Sandbox } from '#sandbox/start.ts';
import { compileCache } from '#test/compile-cache.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { until } from '#test/until.ts';

export type ShopProcess = {
  origin: string;
  metricsOrigin: string;
  child: ChildProcess;
  /** Everything the process has written to stderr, which is its log. */
  log(): string;
  /** The exit code or signal, once the process has ended. */
  hasEnded: Promise<number | string>;
  end(): Promise<void>;
};

export type ShopProcessOptions = {
  sandbox: Sandbox;
  environment?: Record<string, string>;
  readyWithinMs?: number;
};

export const processWebhookSecret = 'whsec_of_a_test_process';
const root = join(import.meta.dirname, '../..');

/** Default settings of a process: free ports, no pages, no limits, and log level `info`. */
const settingsFor = (sandbox: Sandbox): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'info',
  SESSION_SECRET: testSessionSecret,
  STRIPE_SECRET_KEY: sandbox.secretKey,
  STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
  STRIPE_WEBHOOK_SECRETS: processWebhookSecret,
  STRIPE_API_BASE: sandbox.origin,
  STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js`,
  SMTP_URL: sandbox.smtpUrl,
  REQUESTS_PER_MINUTE: '0',
  // All customers of a test share one address, and one address may use a quarter of the slots.
  IN_FLIGHT_AT_MOST: '1024',
  COUPON_LOOKUPS_PER_MINUTE: '0',
  PURCHASES_PER_MINUTE: '0',
  CONTACT_MESSAGES_PER_HOUR: '0',
});

/** Rejects with the output of the process if it exits before it is ready. */
export async function aShopProcess({
  sandbox,
  environment = {},
  readyWithinMs = 60_000,
}: ShopProcessOptions): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...compileCache, ...settingsFor(sandbox), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', log: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.log += chunk.toString();
  });
  const ended: { as: number | string | null } = { as: null };
  const hasEnded = once(child, 'exit').then(([code, signal]) => {
    ended.as = (code ?? signal) as number | string;
    return ended.as;
  });
  const end = async (): Promise<void> => {
    if (ended.as === null) child.kill('SIGKILL');
    await hasEnded;
  };
  try {
    await until(
      'the process is ready',
      () => ended.as !== null || output.out.includes('ready '),
      readyWithinMs,
    );
    if (ended.as !== null) throw new Error(`the process ended with ${ended.as}`);
  } catch (error) {
    await end();
    throw new Error(`${error instanceof Error ? error.message : ''}\n${output.log}`, { cause: error });
  }
  const origin = /^ready (\S+)$/m.exec(output.out)?.[1] ?? '';
  const metricsOrigin = /"metrics":"([^"]+)"/.exec(output.log)?.[1] ?? '';
  return { origin, metricsOrigin, child, log: () => output.log, hasEnded, end };
}
