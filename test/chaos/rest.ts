/** Waits until the shop has nothing left to do, helped only by its own sweeps. */
import { until } from '#test/until.ts';
import type { World } from './world.ts';

/** A dead process is detected by the missing heartbeat of its jobs, which takes up to 30 s. */
const restWithinMs = 75_000;

/**
 * Restores the processor, then sweeps and waits until every event is processed and every email and refund is
 * sent. If the shop never becomes idle, this does not throw; the checks that follow report what is left.
 */
export async function settleAll(world: World): Promise<void> {
  await world.processor.control('DELETE', '/control/fail-next');
  for (let round = 0; round < 2; round += 1) {
    await sweepWithRetries(world);
    const settled = await until(
      'the shop is at rest',
      async () => !(await hasWork(world)),
      restWithinMs,
    ).catch(() => false);
    if (!settled) return;
  }
}

/** A sweep may fail while the database is down, and is retried as an operator would. */
async function sweepWithRetries(world: World): Promise<void> {
  let trouble = 'no process is there';
  const once = async (): Promise<boolean> => {
    try {
      await world.apps[0]?.sweep({ openForSeconds: 0, expireAfterHours: 24, holdMinutes: 30 });
      return true;
    } catch (error) {
      trouble = String(error);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return false;
    }
  };
  await until('a sweep goes through', once, restWithinMs).catch((error: Error) => {
    throw new Error(`${error.message}: ${trouble}`);
  });
}

async function hasWork({ db }: World): Promise<boolean> {
  // Counted per event, because a broken shop may have stored one more than once.
  const event = await db
    .selectFrom('webhook_inbox')
    .select('event_id')
    .groupBy('event_id')
    .having((eb) => eb.fn.count('done_at'), '=', 0)
    .limit(1)
    .executeTakeFirst();
  const email = await db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const refund = await db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'creating')
    .limit(1)
    .executeTakeFirst();
  const starting = await db
    .selectFrom('subscription')
    .select('id')
    .where('status', '=', 'starting')
    .where('renews', '=', true)
    .limit(1)
    .executeTakeFirst();
  const unsent = await db
    .selectFrom('invoice')
    .select('id')
    .where('kind', '=', 'net30')
    .where('status', '=', 'open')
    .where('processor_ref', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return (
    unsent !== undefined ||
    event !== undefined ||
    email !== undefined ||
    refund !== undefined ||
    starting !== undefined
  );
}
