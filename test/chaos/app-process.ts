/**
 * Starts a process of the shop (app.ts), communicates with it, and kills it without warning, as a power cut
 * would.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SweepLimits } from '#modules/checkout/reconcile.ts';
import { compileCache } from '#test/compile-cache.ts';
import type { AppSettings, Order, AppMessage } from './app-settings.ts';

export type AppProcess = {
  origin: string;
  /** Time from the start to readiness for the first request. */
  startedInMs: number;
  hasEnded: Promise<void>;
  isAlive(): boolean;
  /** The process kills itself when it passes this point. */
  arm(point: string, passing: number): void;
  /** Every point passed so far. */
  points(): Promise<string[]>;
  /**
   * Runs the sweeps for missed events, open payments, and the comparison now. Rejects if the process dies in
   * the meantime.
   */
  sweep(limits: SweepLimits): Promise<object>;
  /**
   * Resolves when all pending work of these connections was processed once. Rejects if the process dies in
   * the meantime.
   */
  report(connectionIds: string[]): Promise<number>;
  /** `kill -9`. */
  kill(): Promise<void>;
};

const program = fileURLToPath(new URL('./app.ts', import.meta.url));

/** Rejects with the process's error message if it refuses to start. */
export async function startApp(settings: AppSettings): Promise<AppProcess> {
  const startedAt = performance.now();
  const child = fork(program, [JSON.stringify(settings)], {
    env: compileCache,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const hasEnded = once(child, 'exit').then(() => undefined);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const origin = await waitForMessage(child, hasEnded, originOf).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const order = (message: Order): void => {
    if (isAlive() && child.connected) child.send(message, () => {}); // The process may die before it receives the message, which is intended.
  };
  return {
    origin,
    startedInMs: Math.round(performance.now() - startedAt),
    hasEnded,
    isAlive,
    arm: (point, passing) => order({ arm: point, passing }),
    points: () => {
      order({ tell: 'points' });
      return waitForMessage(child, hasEnded, (reply) => ('points' in reply ? reply.points : null));
    },
    sweep: (limits) => {
      order({ sweep: limits });
      return waitForMessage(child, hasEnded, (reply) => {
        if ('sweepFailed' in reply) throw new Error(reply.sweepFailed);
        return 'swept' in reply ? reply.swept : null;
      });
    },
    report: (connectionIds) => {
      order({ report: connectionIds });
      return waitForMessage(child, hasEnded, (reply) => ('reported' in reply ? reply.reported : null));
    },
    kill: async () => {
      if (isAlive()) child.kill('SIGKILL');
      await hasEnded;
    },
  };
}

function originOf(reply: AppMessage): string | null {
  if ('refused' in reply) throw new Error(`The shop did not start: ${reply.refused}`);
  return 'ready' in reply ? reply.ready : null;
}

/** Returns the first message that `read` accepts. */
async function waitForMessage<T>(
  child: ChildProcess,
  hasEnded: Promise<void>,
  read: (reply: AppMessage) => T | null,
): Promise<T> {
  const received = Promise.withResolvers<T>();
  const listen = (reply: AppMessage): void => {
    try {
      const found = read(reply);
      if (found !== null) received.resolve(found);
    } catch (error) {
      received.reject(error);
    }
  };
  child.on('message', listen);
  void hasEnded.then(() => received.reject(new Error('the process ended without an answer')));
  try {
    return await received.promise;
  } finally {
    child.off('message', listen);
  }
}
