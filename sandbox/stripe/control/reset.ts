/**
 * Resets the sandbox between tests: deletes all objects, idempotency keys, timers, and the clock offset. API
 * keys and endpoints stay.
 */
import { resetBillingSettings } from '#sandbox/stripe/billing/settings.ts';
import { noChaos } from '#sandbox/stripe/webhooks/webhooks.ts';
import type { Call } from '#sandbox/stripe/world.ts';

export function reset({ world }: Call): object {
  const { database, webhooks, faults, log, clock } = world;
  database.step(() => {
    for (const table of ['delivery', 'idempotency', 'timer']) database.run(`delete from ${table}`);
    database.run(`delete from link where kind <> 'webhook_endpoint'`);
    database.run(`delete from object where kind <> 'webhook_endpoint'`);
  });
  clock.reset();
  resetBillingSettings(world);
  webhooks.chaos = noChaos;
  faults.clear();
  log.clear();
  return { reset: true };
}
