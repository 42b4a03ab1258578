/** A fresh start between tests: all objects, keys of idempotency and timers go; API keys and endpoints stay. */
import { calm } from '#sandbox/stripe/webhooks/webhooks.ts';
import type { Call } from '#sandbox/stripe/world.ts';

export function reset({ world }: Call): object {
  const { database, webhooks, faults, log } = world;
  database.step(() => {
    for (const table of ['delivery', 'idempotency', 'timer']) database.run(`delete from ${table}`);
    database.run(`delete from link where kind <> 'webhook_endpoint'`);
    database.run(`delete from object where kind <> 'webhook_endpoint'`);
  });
  webhooks.chaos = calm;
  faults.clear();
  log.clear();
  return { reset: true };
}
