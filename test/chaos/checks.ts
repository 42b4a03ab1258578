/**
 * What must hold after any schedule and any crash. The shop's invariants
 * (modules/operations/invariants/invariants.ts) check the rows. This file checks what they cannot: the
 * processor's records, the mailbox, and the responses to buyers.
 */
import { checkInvariants, type Violation } from '#modules/operations/invariants/invariants.ts';
import type { Ledger } from './ledger.ts';
import { checkCreditInvoices } from './credit-checks.ts';
import { checkRefunds } from './refund-checks.ts';
import * as shopper from './shopper.ts';
import { checkSubscriptions } from './subscription-checks.ts';
import type { World } from './world.ts';

export type Extent = { ledger: Ledger; kills: number };

/** Returns all violations. Call it when the shop is idle. */
export async function checkWorld(world: World, { ledger, kills }: Extent): Promise<Violation[]> {
  return [
    ...(await checkInvariants(world.db)),
    ...(await checkBooks(world, ledger)),
    ...(await checkRefunds(world, ledger)),
    ...(await checkSubscriptions(world)),
    ...(await checkCreditInvoices(world)),
    ...(await checkPromises(world, ledger)),
    ...(await checkEvents(world, ledger)),
    ...(await checkEmails(world, kills)),
    ...ledger.surprises.map((detail) => ({
      invariant: 'every answer is a designed one',
      subject: 'an answer',
      detail,
    })),
  ];
}

/**
 * I5: the processor's charges and our orders match in both directions, and the processor has nothing that our
 * rows do not.
 */
async function checkBooks({ db, processor }: World, ledger: Ledger): Promise<Violation[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('shop_order', 'shop_order.id', 'payment.order_id')
    .innerJoin('invoice', 'invoice.id', 'payment.invoice_id')
    .select([
      'payment.id',
      'payment.intent_ref',
      'payment.status',
      'payment.amount_cents',
      'shop_order.id as order_id',
      'shop_order.status as order_status',
      'total_cents',
      'shop_order.kind',
      'invoice.kind as invoice_kind',
    ])
    .execute();
  const payments = new Map(rows.map((row) => [row.id, row]));
  // Payments of the processor's own invoices carry none of our ids.
  const byIntent = new Map(rows.map((row) => [row.intent_ref, row]));
  const found: Violation[] = [];
  const succeeded = new Set<string>();
  for await (const intent of processor.stripe.paymentIntents.list({ limit: 100 })) {
    const row = payments.get(intent.metadata.payment_id ?? '') ?? byIntent.get(intent.id);
    if (row === undefined && intent.status !== 'succeeded' && intent.metadata.order_id === undefined)
      continue;
    if (row === undefined) {
      found.push({
        invariant: 'I5 the processor knows no payment that our rows do not know',
        subject: intent.id,
        detail: `for ${intent.amount}, ${intent.status}`,
      });
      continue;
    }
    if (intent.status !== 'succeeded') continue;
    succeeded.add(intent.id);
    const paysItsOrder =
      row.status === 'succeeded' &&
      (row.order_status === 'in_progress' || row.order_status === 'completed') &&
      (row.kind === 'credit' || row.invoice_kind === 'renewal' ? row.amount_cents : row.total_cents) ===
        intent.amount_received;
    if (paysItsOrder || row.status === 'duplicate') continue;
    found.push({
      invariant: 'I5 every charge has exactly one order of its amount',
      subject: intent.id,
      detail: `charged ${intent.amount_received}, payment ${row.status}, order ${row.order_status} of ${row.total_cents}`,
    });
  }
  for (const row of rows) {
    if (row.status === 'succeeded' && !succeeded.has(row.intent_ref ?? ''))
      found.push({
        invariant: 'I5 what counts as paid was charged',
        subject: row.id,
        detail: 'no such charge at the processor',
      });
  }
  for (const intentRef of ledger.charged) {
    if (!succeeded.has(intentRef))
      found.push({
        invariant: 'the processor keeps its word',
        subject: intentRef,
        detail: 'reported as charged',
      });
  }
  return found;
}

/** I7 and I8: every acknowledged write is stored. */
async function checkPromises({ db }: World, ledger: Ledger): Promise<Violation[]> {
  const orders = new Map(
    (await db.selectFrom('shop_order').select(['id', 'status', 'total_cents']).execute()).map((row) => [
      row.id,
      row,
    ]),
  );
  const carts = new Set((await db.selectFrom('cart').select('id').execute()).map((row) => row.id));
  const requests = new Map(
    (await db.selectFrom('purchase_request').select(['key', 'order_id']).execute()).map((row) => [
      row.key,
      row.order_id,
    ]),
  );
  const found: Violation[] = [];
  const reportLost = (subject: string, detail: string): void =>
    void found.push({ invariant: 'I7 every acknowledged write is there', subject, detail });
  for (const id of ledger.carts) if (!carts.has(id)) reportLost(id, 'the cart is gone');
  for (const { orderId, total, key } of ledger.purchases) {
    const order = orders.get(orderId);
    if (order === undefined) reportLost(orderId, 'the order is gone');
    else if (order.total_cents !== Math.round(total * 100))
      reportLost(orderId, `answered with ${total}, is ${order.total_cents} cents`);
    // A key may move to a newer order after its first one was canceled, but it must stay stored.
    if (requests.get(key) === undefined) reportLost(key, 'the key is forgotten');
  }
  for (const id of ledger.paid) {
    const status = orders.get(id)?.status;
    if (status !== 'in_progress' && status !== 'completed')
      reportLost(id, `answered as paid, is ${status ?? 'gone'}`);
  }
  return found;
}

/**
 * I8: repeating a key returns the same order and total and creates no other order. A canceled order may have
 * a successor. So may an order whose process died between canceling the payment and canceling the order.
 */
export async function checkReplays(world: World, ledger: Ledger, atMost: number): Promise<Violation[]> {
  const orders = await world.db.selectFrom('shop_order').select(['id', 'status']).execute();
  const canceled = new Set(orders.filter(({ status }) => status === 'canceled').map(({ id }) => id));
  const halfCanceled = await ordersWithoutPayment(world);
  let successors = 0;
  // Only its owner can repeat a purchase with a saved card. The storm does so while it runs.
  const byGuests = ledger.purchases.filter(({ body }) => !('paymentMethodId' in body));
  const latest = new Map(byGuests.map((purchase) => [purchase.key, purchase]));
  const found: Violation[] = [];
  for (const { orderId, total, key, body } of [...latest.values()]
    .filter((purchase) => !canceled.has(purchase.orderId))
    .slice(-atMost)) {
    const { billingDetails: _same, ...options } = body as shopper.Options & { billingDetails: object };
    const repeat = await shopper.purchase(world, ledger, options, key, { app: 0 });
    const same = shopper.isOffer(repeat)
      ? repeat.orderId === orderId && repeat.total === total
      : repeat !== 'lost' && repeat.code === 'order_already_paid';
    const replaced =
      shopper.isOffer(repeat) &&
      repeat.orderId !== orderId &&
      repeat.total === total &&
      halfCanceled.has(orderId);
    if (replaced && (await isCanceled(world, orderId))) successors += 1;
    else if (!same)
      found.push({
        invariant: 'I8 a repeated key gives the same answer',
        subject: key,
        detail: JSON.stringify({ orderId, total, repeat }),
      });
  }
  const { count } = await world.db
    .selectFrom('shop_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count !== orders.length + successors)
    found.push({
      invariant: 'I8 a repeated key has one effect',
      subject: 'orders',
      detail: `${orders.length} became ${count}`,
    });
  return found;
}

/** Orders that wait for payment but have no payable payment left. */
async function ordersWithoutPayment({ db }: World): Promise<Set<string>> {
  const waiting = await db
    .selectFrom('shop_order')
    .select('id')
    .where('status', '=', 'awaiting_payment')
    .where((eb) => {
      const alive = eb
        .selectFrom('payment')
        .select('payment.id')
        .whereRef('payment.order_id', '=', 'shop_order.id');
      return eb.not(eb.exists(alive.where('payment.status', '<>', 'canceled')));
    })
    .execute();
  return new Set(waiting.map(({ id }) => id));
}

const isCanceled = async ({ db }: World, orderId: string): Promise<boolean> =>
  (await db.selectFrom('shop_order').select('status').where('id', '=', orderId).executeTakeFirst())
    ?.status === 'canceled';

/** I9: an accepted event is stored once and processed. */
async function checkEvents({ db }: World, ledger: Ledger): Promise<Violation[]> {
  const found: Violation[] = [];
  const times = new Map<string, number>();
  for (const row of await db.selectFrom('webhook_inbox').select(['event_id', 'done_at', 'error']).execute()) {
    times.set(row.event_id, (times.get(row.event_id) ?? 0) + 1);
    if (row.done_at === null)
      found.push({
        invariant: 'I9 every event is dealt with',
        subject: row.event_id,
        detail: row.error ?? 'not tried',
      });
  }
  for (const [eventId, count] of times)
    if (count > 1)
      found.push({ invariant: 'I9 every event is stored once', subject: eventId, detail: `${count} times` });
  for (const eventId of ledger.events)
    if (!times.has(eventId))
      found.push({
        invariant: 'I7 every acknowledged event is there',
        subject: eventId,
        detail: 'answered with 200',
      });
  return found;
}

/**
 * I10: every committed email arrives. Duplicates number at most one per process death, and no other email
 * arrives.
 */
async function checkEmails({ db, mailbox }: World, kills: number): Promise<Violation[]> {
  const emails = new Set(
    (await db.selectFrom('mail').select('id').execute()).map(({ id }) => `<${id}@shop.example>`),
  );
  const found: Violation[] = [];
  for (const messageId of emails) {
    const times = mailbox.received.get(messageId) ?? 0;
    if (times < 1 || times > 1 + kills)
      found.push({
        invariant: 'I10 every committed email arrives, and is repeated only by a crash',
        subject: messageId,
        detail: `arrived ${times} times`,
      });
  }
  for (const messageId of mailbox.received.keys()) {
    if (!emails.has(messageId))
      found.push({
        invariant: 'I10 no email is sent that was not committed',
        subject: messageId,
        detail: 'not in the outbox',
      });
  }
  return found;
}
