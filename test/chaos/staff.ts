/**
 * Staff refunds, as `npm run admin -- refund` makes them, but in a process that may die. Without a response,
 * the command is repeated with the same decision name.
 */
import { staffPath } from './app-settings.ts';
import type { Decision, Ledger } from './ledger.ts';
import { type Circumstances, type Reply, send } from './shopper.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export async function refundOrder(
  world: World,
  ledger: Ledger,
  { key, orderId, amount }: Decision & { key: string },
  where: Circumstances,
): Promise<Reply> {
  ledger.decisions.set(key, { orderId, amount });
  const body = JSON.stringify({ orderId, amount, requestKey: key });
  const response = await send(world, ledger, { method: 'POST', path: staffPath, body }, where);
  if (response === 'lost' || response.status > 299) return response;
  const made = response.body as { refundId: string; amount: number };
  ledger.refunds.set(made.refundId, { orderId, amount: made.amount });
  return response;
}

/**
 * The processor fails the next refund before or after making it, and the shop cannot tell which. A reset is
 * sent twice, because the driver itself retries once. There is only one fault at a time; otherwise a waiting
 * refund could meet a new fault on every retry.
 */
export async function breakNextRefund({ processor }: World, chance: Random): Promise<void> {
  const how = chance.pick(['500', 'reset']);
  const fault = {
    where: chance.pick(['before', 'after', 'after']),
    how,
    times: how === 'reset' ? 2 : 1,
    match: 'POST /v1/refunds',
  };
  await processor.control('DELETE', '/control/fail-next');
  await processor.control('POST', '/control/fail-next', fault);
}

/** The processor has answered every refund request. */
export async function isSent({ db }: World, orderId: string): Promise<boolean> {
  const refunds = db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .where('order_id', '=', orderId);
  return (await refunds.select('refund.id').where('state', '=', 'creating').executeTakeFirst()) === undefined;
}
