/**
 * Compares our subscriptions with the processor's. Each sold one exists there exactly once. Nothing is
 * charged twice, and no customer is duplicated.
 */
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import { sql } from 'kysely';
import type { World } from './world.ts';

export async function checkSubscriptions({ db, processor }: World): Promise<Violation[]> {
  const { rows } = await sql<{
    id: string;
    status: string;
    renews: boolean;
    subscription_ref: string | null;
  }>`
    select id, status, renews, subscription_ref from subscription`.execute(db);
  const { rows: unstarted } = await sql<{ id: string }>`
    select shop_order.id from shop_order join order_item on order_item.order_id = shop_order.id and order_item.kind = 'subscription'
    where shop_order.status in ('in_progress', 'completed')
      and not exists (select from subscription where subscription.order_id = shop_order.id and subscription.product_id = order_item.product_id)`.execute(
    db,
  );
  const found: Violation[] = unstarted.map(({ id }) => ({
    invariant: 'what is sold as a subscription has its row',
    subject: id,
    detail: 'paid, and there is no subscription',
  }));
  const atProcessor = new Map<string, string[]>();
  for await (const { id, metadata } of processor.stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    const subscriptionId = metadata.subscription_id ?? `none of ours: ${id}`;
    atProcessor.set(subscriptionId, [...(atProcessor.get(subscriptionId) ?? []), id]);
  }
  const storedIds = new Set(rows.map(({ id }) => id));
  for (const [subscriptionId, refs] of atProcessor) {
    if (refs.length > 1)
      found.push({
        invariant: 'a subscription is started once',
        subject: subscriptionId,
        detail: `${refs.join(', ')} at the processor`,
      });
    if (!storedIds.has(subscriptionId))
      found.push({
        invariant: 'the processor bills nothing that our rows do not know',
        subject: subscriptionId,
        detail: refs.join(),
      });
  }
  for (const { id, status, renews, subscription_ref: ref } of rows) {
    if (!renews) continue;
    const refs = atProcessor.get(id) ?? [];
    if (status === 'active' && (ref === null || !refs.includes(ref)))
      found.push({
        invariant: 'a subscription is started once',
        subject: id,
        detail: `active as ${ref}, at the processor: ${refs.join() || 'none'}`,
      });
    if (status === 'starting')
      found.push({ invariant: 'a subscription is started once', subject: id, detail: 'still not started' });
  }
  return [...found, ...(await checkRenewals({ db, processor })), ...(await doubledCustomers({ processor }))];
}

/**
 * Each period paid at the processor has one paid invoice with its amount and one receipt here, and there are
 * no others.
 */
async function checkRenewals({ db, processor }: Pick<World, 'db' | 'processor'>): Promise<Violation[]> {
  const { rows } = await sql<{ id: string; ref: string; status: string; amount: number; receipts: string }>`
    select invoice.id, processor_ref as ref, status, amount_cents as amount,
      (select count(*) from mail where kind = 'renewal_receipt' and position(invoice.number in text) > 0) as receipts
    from invoice where kind = 'renewal'`.execute(db);
  const rowsByRef = new Map(rows.map((row) => [row.ref, row]));
  const paidThere = new Set<string>();
  const found: Violation[] = [];
  const report = (invariant: string, subject: string, detail: string): void =>
    void found.push({ invariant, subject, detail });
  for await (const {
    id,
    status,
    amount_paid: paid,
    parent,
    billing_reason: reason,
  } of processor.stripe.invoices.list({ limit: 100 })) {
    if (parent?.subscription_details == null || reason !== 'subscription_cycle' || status !== 'paid')
      continue;
    paidThere.add(id);
    const row = rowsByRef.get(id);
    if (row?.status !== 'paid' || row.amount !== paid)
      report(
        'a renewal that was paid is a paid invoice',
        id,
        `paid ${paid}, ours is ${row?.status ?? 'missing'} of ${row?.amount ?? 0}`,
      );
    else if (Number(row.receipts) !== 1)
      report('a renewal that was paid has one receipt', id, `${row.receipts} receipts`);
  }
  for (const { ref, id } of rows)
    if (rowsByRef.get(ref)?.id !== id)
      report('a renewal is invoiced once', ref, `${id} beside ${rowsByRef.get(ref)?.id}`);
  for (const { ref, id, status } of rows)
    if (status === 'paid' && !paidThere.has(ref))
      report('what counts as renewed was paid', id, 'not paid at the processor');
  return found;
}

/**
 * One person is one customer at the processor, even if a process dies while creating it. Each buyer of the
 * harness has a separate address.
 */
async function doubledCustomers({ processor }: Pick<World, 'processor'>): Promise<Violation[]> {
  const byEmail = new Map<string, string[]>();
  for await (const { id, email } of processor.stripe.customers.list({ limit: 100 }))
    if (email !== null) byEmail.set(email, [...(byEmail.get(email) ?? []), id]);
  return [...byEmail]
    .filter(([, ids]) => ids.length > 1)
    .map(([email, ids]) => ({
      invariant: 'a person is one customer at the processor',
      subject: email,
      detail: ids.join(', '),
    }));
}
