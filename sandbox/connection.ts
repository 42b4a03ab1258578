/** What a failing service does to a connection: it lets the caller wait, or cuts the line. */
import type { HttpBindings } from '@hono/node-server';

/** How long a call that is never answered is held, in milliseconds, unless the caller gives up sooner. */
export const longestHoldMs = 120_000;

/** Waits, but not longer than the caller does. */
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
