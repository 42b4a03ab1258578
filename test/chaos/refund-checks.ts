/**
 * Checks refunds against the processor's records. Payments that an order does not need are refunded in full.
 * Other refunds match exactly what staff requested, each decision once. Money held for review stays where it
 * is, because no person decides here.
 */
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import { shownStatus } from '#modules/checkout/own-orders/view-rules.ts';
import { cents } from '#kernel/money.ts';
import { moneyOf, noMoney } from '#modules/payments/activity.ts';
import type { Ledger } from './ledger.ts';
import type { World } from './world.ts';

type Given = { refundId: string | null; intentRef: string; amount: number; status: string };
type Books = {
  given: Given[];
  payments: Awaited<ReturnType<typeof readPayments>>;
  refunds: Awaited<ReturnType<typeof readRefunds>>;
};

export async function checkRefunds(world: World, ledger: Ledger): Promise<Violation[]> {
  const [refundsAtProcessor, payments, refunds] = await Promise.all([
    readGiven(world),
    readPayments(world),
    readRefunds(world),
  ]);
  const books = { given: refundsAtProcessor, payments, refunds };
  return [
    ...checkSums(books),
    ...checkEachOnce(books, ledger),
    ...checkDecisions(books, ledger),
    ...(await checkCredited(world, books)),
    ...(await checkShown(world, books)),
  ];
}

async function readGiven({ processor }: World): Promise<Given[]> {
  const refundsAtProcessor: Given[] = [];
  for await (const { payment_intent: intent, amount, status, metadata } of processor.stripe.refunds.list({
    limit: 100,
  })) {
    const intentRef = typeof intent === 'string' ? intent : (intent?.id ?? '');
    if (status !== 'failed')
      refundsAtProcessor.push({
        refundId: metadata?.refund_id ?? null,
        intentRef,
        amount,
        status: status ?? '',
      });
  }
  return refundsAtProcessor;
}

const readPayments = ({ db }: World) =>
  db
    .selectFrom('payment')
    .innerJoin('shop_order', 'shop_order.id', 'order_id')
    .select([
      'payment.id',
      'order_id',
      'payment.status',
      'intent_ref',
      'amount_cents',
      'shop_order.status as order_status',
      'total_cents',
    ])
    .execute();

const readRefunds = ({ db }: World) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select(['refund.id', 'payment_id', 'order_id', 'refund.amount_cents', 'reason', 'state', 'request_key'])
    .execute();

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * I4: a payment that its order does not need is refunded in full. Of a payment that pays its order, exactly
 * what staff requested is refunded.
 */
function checkSums({ given, payments, refunds }: Books): Violation[] {
  const found: Violation[] = [];
  const refundsByIntent = Map.groupBy(given, ({ intentRef }) => intentRef);
  const requestedByPayment = Map.groupBy(
    refunds.filter(({ reason, state }) => reason === 'requested' && state !== 'failed'),
    ({ payment_id: paymentId }) => paymentId,
  );
  for (const { id, order_id: orderId, status, intent_ref: intentRef, amount_cents: amount } of payments) {
    const wentBack = sumOf((refundsByIntent.get(intentRef ?? '') ?? []).map((refund) => refund.amount));
    const owed =
      status === 'duplicate'
        ? amount
        : sumOf((requestedByPayment.get(id) ?? []).map((request) => request.amount_cents));
    if (status === 'review' || (wentBack === owed && owed <= amount)) continue;
    const detail = `${status} payment of order ${orderId} over ${amount} cents: ${wentBack} of ${owed} were given back`;
    found.push({ invariant: 'I4 what is not needed goes back, and nothing else', subject: id, detail });
  }
  return found;
}

/**
 * I4: a recorded refund is at the processor once, with its amount, and our row agrees. There are no other
 * refunds here, so none is refused.
 */
function checkEachOnce({ given, refunds }: Books, ledger: Ledger): Violation[] {
  const found: Violation[] = [];
  const invariant = 'I4 a refund that was decided reaches the processor once';
  const byId = Map.groupBy(given, ({ refundId }) => refundId ?? '');
  for (const { id, amount_cents: amount, state } of refunds) {
    const refundsOfId = byId.get(id) ?? [];
    if (refundsOfId.length === 1 && refundsOfId[0]?.amount === amount && refundsOfId[0].status === state)
      continue;
    const madeText = refundsOfId.map((refund) => `${refund.status} ${refund.amount}`).join(', ') || 'nothing';
    found.push({ invariant, subject: id, detail: `${state} ${amount} here, ${madeText} at the processor` });
  }
  const amounts = new Map(refunds.map(({ id, amount_cents: amount }) => [id, amount]));
  for (const [id, { orderId, amount }] of ledger.refunds) {
    if (amounts.get(id) === amount) continue;
    const detail = `${amount} cents of order ${orderId} were promised, ${amounts.get(id) ?? 'none'} are written down`;
    found.push({ invariant: 'I7 every acknowledged refund is there', subject: id, detail });
  }
  return found;
}

/**
 * I4: a decision gives one refund of its amount, no matter how often and at how many processes it is sent.
 * There is no refund without a decision.
 */
function checkDecisions({ refunds }: Books, { decisions, purchases }: Ledger): Violation[] {
  const found: Violation[] = [];
  const ownOrderIds = new Set(purchases.map(({ orderId }) => orderId));
  const requested = refunds.filter(
    ({ reason, order_id: orderId }) => reason === 'requested' && ownOrderIds.has(orderId),
  );
  for (const [name, rows] of Map.groupBy(
    requested,
    ({ order_id: orderId, request_key: key }) => `${orderId} ${key}`,
  )) {
    const decision = decisions.get(rows[0]?.request_key ?? '');
    const amounts = rows.map(({ amount_cents: amount }) => amount);
    const isAsDecided =
      decision !== undefined && (decision.amount === null || decision.amount === amounts[0]);
    if (rows.length === 1 && isAsDecided) continue;
    const detail = `refunds of ${amounts.join(', ')} cents, ${decision === undefined ? 'which nobody asked for' : `asked for ${decision.amount ?? 'the rest'}`}`;
    found.push({ invariant: 'I4 a decision of the staff is one refund', subject: name, detail });
  }
  return found;
}

/**
 * I5: for a payment that pays its order, credit notes equal what the processor refunded. Other payments were
 * never billed.
 */
async function checkCredited({ db }: World, { given, payments }: Books): Promise<Violation[]> {
  const found: Violation[] = [];
  const refundsByIntent = Map.groupBy(
    given.filter(({ status }) => status === 'succeeded'),
    ({ intentRef }) => intentRef,
  );
  const notes = await db
    .selectFrom('credit_note')
    .innerJoin('refund', 'refund.id', 'refund_id')
    .select(['payment_id', 'credit_note.amount_cents'])
    .where('credit_note.status', '=', 'issued')
    .execute();
  const credited = Map.groupBy(notes, ({ payment_id: paymentId }) => paymentId);
  for (const { id, status, intent_ref: intentRef } of payments) {
    const wentBack =
      status === 'succeeded'
        ? sumOf((refundsByIntent.get(intentRef ?? '') ?? []).map(({ amount }) => amount))
        : 0;
    const creditedCents = sumOf((credited.get(id) ?? []).map(({ amount_cents: amount }) => amount));
    if (creditedCents === wentBack) continue;
    const detail = `${status} payment: ${wentBack} cents went back, credit notes over ${creditedCents}`;
    found.push({ invariant: 'I5 credit notes say what the processor gave back', subject: id, detail });
  }
  return found;
}

/**
 * The refund status that the customer sees follows from what the processor refunded of the order's payment.
 */
async function checkShown({ db }: World, { given, payments }: Books): Promise<Violation[]> {
  const found: Violation[] = [];
  const refundsByIntent = Map.groupBy(given, ({ intentRef }) => intentRef);
  const paying = payments.filter(({ status }) => status === 'succeeded');
  const money = await moneyOf(
    db,
    paying.map(({ order_id: orderId }) => orderId),
  );
  for (const {
    order_id: orderId,
    order_status: status,
    intent_ref: intentRef,
    total_cents: total,
  } of paying) {
    const wentBack = sumOf((refundsByIntent.get(intentRef ?? '') ?? []).map((refund) => refund.amount));
    const expected = wentBack === 0 ? status : wentBack < total ? 'partially_refunded' : 'refunded';
    const shown = shownStatus(status, cents(total), money.get(orderId) ?? noMoney);
    if (shown === expected) continue;
    const detail = `shown as ${shown}, ${wentBack} of ${total} cents went back`;
    found.push({ invariant: 'I4 an order is called what its refunds make of it', subject: orderId, detail });
  }
  return found;
}
