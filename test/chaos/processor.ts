/**
 * The sandbox in a separate process that survives every crash, and the harness's view of the processor's
 * data.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { compileCache } from '#test/compile-cache.ts';

export type Processor = {
  origin: string;
  secretKey: string;
  /** Null unless Factiiv was requested. */
  factiivOrigin: string | null;
  stripe: Stripe;
  /** Calls the control API. Throws unless the status is 2xx. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
};

const program = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

export async function startProcessor({ withFactiiv = false } = {}): Promise<Processor> {
  const child = fork(program, [], {
    env: {
      ...compileCache,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      ...(withFactiiv && { SANDBOX_FACTIIV_PORT: '0' }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [
    Pick<Processor, 'origin' | 'secretKey' | 'factiivOrigin'>,
  ];
  const { origin, secretKey, factiivOrigin } = ready;
  const { hostname, port } = new URL(origin);
  return {
    origin,
    secretKey,
    factiivOrigin,
    stripe: new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false }),
    control: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}${path}`, {
        method,
        ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
