/**
 * Compares the restored database with the processor: each payment, refund, and subscription, in both
 * directions.
 */
import Stripe from 'stripe';
import type { Database } from '#platform/database.ts';
import type { Sandbox } from '#sandbox/start.ts';

export type Compared = { payments: number; refunds: number; subscriptions: number; differences: string[] };

export async function compare(
  { origin, secretKey }: Pick<Sandbox, 'origin' | 'secretKey'>,
  db: Database,
): Promise<Compared> {
  const { hostname, port } = new URL(origin);
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  const differences: string[] = [];
  const payments = await comparePayments(stripe, db, differences);
  const refunds = await compareRefunds(stripe, db, differences);
  const subscriptions = await compareSubscriptions(stripe, db, differences);
  return { payments, refunds, subscriptions, differences };
}

async function comparePayments(stripe: Stripe, db: Database, differences: string[]): Promise<number> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('shop_order', 'shop_order.id', 'payment.order_id')
    .innerJoin('invoice', 'invoice.id', 'payment.invoice_id')
    .select([
      'intent_ref',
      'payment.status as payment',
      'shop_order.status as order',
      'invoice.status as invoice',
    ])
    .select(['payment.amount_cents as amount', 'shop_order.id as orderId'])
    .where('payment.status', 'in', ['succeeded', 'duplicate', 'review'])
    .execute();
  const rowsByRef = new Map(rows.map((row) => [row.intent_ref, row]));
  let count = 0;
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.status !== 'succeeded') continue;
    count += 1;
    const row = rowsByRef.get(intent.id);
    rowsByRef.delete(intent.id);
    if (row === undefined) differences.push(`${intent.id} was paid and has no order here`);
    else if (row.amount !== intent.amount_received || row.orderId !== intent.metadata.order_id)
      differences.push(
        `${intent.id} was paid ${intent.amount_received} for ${intent.metadata.order_id}; the row here is ${JSON.stringify(row)}`,
      );
    else if (
      row.payment !== 'succeeded' ||
      row.invoice !== 'paid' ||
      !['in_progress', 'completed'].includes(row.order)
    )
      differences.push(`${intent.id} was paid; the row here is ${JSON.stringify(row)}`);
  }
  for (const intent of rowsByRef.keys())
    differences.push(`${intent} is paid here, but the processor has no such payment`);
  return count;
}

async function compareRefunds(stripe: Stripe, db: Database, differences: string[]): Promise<number> {
  const rows = await db.selectFrom('refund').select(['refund_ref', 'state', 'amount_cents']).execute();
  const rowsByRef = new Map(rows.map((row) => [row.refund_ref, row]));
  let count = 0;
  for await (const refund of stripe.refunds.list({ limit: 100 })) {
    count += 1;
    const row = rowsByRef.get(refund.id);
    rowsByRef.delete(refund.id);
    if (row?.amount_cents !== refund.amount || row.state !== refund.status)
      differences.push(
        `refund ${refund.id} is ${refund.status} for ${refund.amount}; the row here is ${JSON.stringify(row ?? null)}`,
      );
  }
  for (const refund of rowsByRef.keys())
    differences.push(`refund ${refund} is here but not at the processor`);
  return count;
}

/** Expects exactly one subscription for each one sold. */
async function compareSubscriptions(stripe: Stripe, db: Database, differences: string[]): Promise<number> {
  const rows = await db
    .selectFrom('subscription')
    .select(['id', 'subscription_ref', 'status'])
    .where('renews', '=', true)
    .execute();
  const rowsByRef = new Map(rows.map((row) => [row.subscription_ref, row]));
  let count = 0;
  for await (const subscription of stripe.subscriptions.list({ limit: 100, status: 'all' })) {
    count += 1;
    const row = rowsByRef.get(subscription.id);
    rowsByRef.delete(subscription.id);
    if (row === undefined || row.id !== subscription.metadata.subscription_id)
      differences.push(
        `subscription ${subscription.id} (${subscription.metadata.subscription_id}) is charged and has no row here`,
      );
  }
  for (const row of rowsByRef.values())
    differences.push(`subscription ${row.id} is ${row.status} here but not at the processor`);
  return count;
}
