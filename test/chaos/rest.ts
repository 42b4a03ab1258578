/** Waiting until the shop has nothing left to do, with its own sweeps as the only help. */
import { until } from '#test/until.ts';
import type { World } from './world.ts';

/** A process that died is noticed by its jobs' missing heartbeat, which takes up to half a minute. */
const restWithinMs = 75_000;

/**
 * The processor is well again. Sweeps, and waits until every event is dealt with and every email and refund is sent. A shop that never comes to rest is not an
 * error here: the checks that follow name what it left undone.
 */
export async function comeToRest(world: World): Promise<void> {
  await world.processor.control('DELETE', '/control/fail-next');
  for (let round = 0; round < 2; round += 1) {
    await sweepPatiently(world);
    const settled = await until('the shop is at rest', async () => !(await hasWork(world)), restWithinMs).catch(() => false);
    if (!settled) return;
  }
}

/** A sweep may find the database away, as an operator's would; it is asked again. */
async function sweepPatiently(world: World): Promise<void> {
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
  // Counted by event, because a broken shop may have stored one more than once.
  const event = await db
    .selectFrom('webhook_inbox')
    .select('event_id')
    .groupBy('event_id')
    .having((eb) => eb.fn.count('done_at'), '=', 0)
    .limit(1)
    .executeTakeFirst();
  const email = await db.selectFrom('mail').select('id').where('sent_at', 'is', null).limit(1).executeTakeFirst();
  const refund = await db.selectFrom('refund').select('id').where('state', '=', 'creating').limit(1).executeTakeFirst();
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
  return unsent !== undefined || event !== undefined || email !== undefined || refund !== undefined || starting !== undefined;
}
