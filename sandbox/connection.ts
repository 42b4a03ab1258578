/** Simulates connection failures: a delayed response or a cut connection. */
import type { HttpBindings } from '@hono/node-server';

/** How long an unanswered call is held, in milliseconds, unless the caller disconnects sooner. */
export const longestHoldMs = 120_000;

/** Waits for the given time, or until the caller disconnects. */
export function pause(waitMs: number, { outgoing }: HttpBindings): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      outgoing.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    timer.unref();
    outgoing.once('close', done);
  });
}

export function cutConnection({ incoming }: HttpBindings): Response {
  incoming.socket.resetAndDestroy();
  return new Response(null, { status: 499 });
}
