/**
 * Catches up on missed webhooks in three sweeps. One reads payments that stay open, every few minutes. One
 * fetches events that were never delivered, hourly. One compares the processor's receipts with ours, daily,
 * and must find no difference.
 */
import type { Cents } from '#kernel/money.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as waiting from '#modules/orders/overdue-orders-store.ts';
import * as alarms from '#modules/alarms/service.ts';
import { applyDispute, applyRefund } from '#modules/payments/apply-refund.ts';
import * as comparisons from '#modules/payments/comparison-store.ts';
import * as inbox from '#modules/payments/inbox-store.ts';
import * as refunds from '#modules/payments/refund-store.ts';
import { sendRefund } from '#modules/payments/refunds.ts';
import * as payments from '#modules/payments/store.ts';
import { moveCursor, readCursor } from '#platform/cursors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Period, ProcessorPayment, WebhookEvent } from '#ports/payment-gateway.ts';
import { applyIntent, isOfThisShop } from '#modules/payments/apply-intent.ts';
import { cancelOrder, releaseHold } from '#modules/checkout/canceling/cancel-order.ts';
import { awaitsAdoption } from './adopt-missing.ts';

export type SweepLimits = { openForSeconds: number; expireAfterHours: number; holdMinutes: number };
export type SweepReport = {
  looked: number;
  settled: number;
  expired: number;
  released: number;
  failed: number;
};

/** The maximum number of items of each kind per sweep, so that a backlog cannot make one run endless. */
const sweepAtMost = 200;
const minute = 60_000;
const hour = 60 * minute;

/**
 * Re-reads every payment that has been open for a while, cancels expired unpaid orders, and releases coupon
 * uses held by idle ones. After a restore it only reads payments, until missing orders have been adopted. One
 * failure does not stop the rest.
 */
export async function sweepPayments(
  deps: Deps,
  { openForSeconds, expireAfterHours, holdMinutes }: SweepLimits,
  atMost: number = sweepAtMost,
): Promise<SweepReport> {
  const now = deps.clock.now().getTime();
  const report = { looked: 0, settled: 0, expired: 0, released: 0, failed: 0 };
  for (const payment of await payments.openSince(deps.db, new Date(now - openForSeconds * 1000), atMost)) {
    await surviving(deps, report, payment.id, async () => {
      report.looked += 1;
      await payments.touch(deps.db, payment.id, new Date(now));
      if (payment.intentRef !== null && (await applyIntent(deps, payment.intentRef)) === 'succeeded')
        report.settled += 1;
    });
  }
  if (await awaitsAdoption(deps.db)) {
    deps.log.warn(
      'orders do not expire until "npm run admin -- adopt --missing" has checked the payments made since the backup',
    );
    return report;
  }
  for (const orderId of await waiting.awaitingSince(
    deps.db,
    new Date(now - expireAfterHours * hour),
    atMost,
  )) {
    await surviving(deps, report, orderId, async () => {
      await waiting.noteExpiryTry(deps.db, orderId, new Date(now));
      if (await cancelOrder(deps, orderId, 'expired')) report.expired += 1;
    });
  }
  const idleSince = new Date(now - holdMinutes * minute);
  for (const orderId of await waiting.holdingSince(deps.db, idleSince, atMost)) {
    await surviving(deps, report, orderId, async () => {
      await waiting.noteExpiryTry(deps.db, orderId, new Date(now));
      if (await releaseHold(deps, orderId, idleSince)) report.released += 1;
    });
  }
  return report;
}

const eventCursor = 'processor-events';
/** Events are listed by creation time in seconds, and may be listed late. Reading some twice is harmless. */
const overlapMs = 10 * minute;
const firstCheckBackMs = 24 * hour;
const stuckAfterMs = 15 * minute;

export type HoleReport = { listed: number; filled: number; stuck: number; failed: number };

/**
 * Fetches the events created since the last run and stores those that were never delivered. An event that
 * cannot be stored holds the cursor back, so it is fetched again, and raises an alarm after 15 minutes. A
 * stored event that was not handled gets another job, in case its first one stopped retrying, and an alarm.
 */
export async function fillEventHoles(deps: Deps): Promise<HoleReport> {
  const startedAt = deps.clock.now();
  const since = await placeOf(deps, eventCursor, new Date(startedAt.getTime() - firstCheckBackMs));
  const report: HoleReport = { listed: 0, filled: 0, stuck: 0, failed: 0 };
  const stuckBefore = new Date(startedAt.getTime() - stuckAfterMs);
  let readUpTo = startedAt;
  for await (const { event, payload } of deps.gateway.listEvents(new Date(since.getTime() - overlapMs))) {
    report.listed += 1;
    const isStored = await surviving(deps, report, event.eventId, async () => {
      if (await takeIn(deps, event, payload)) report.filled += 1;
    });
    if (isStored) continue;
    if (event.occurredAt < readUpTo) readUpTo = event.occurredAt;
    if (event.occurredAt < stuckBefore)
      await alarms.raise(
        deps.db,
        deps.log,
        'webhook_stuck',
        event.eventId,
        `Event ${event.type} cannot be stored. See the log`,
      );
  }
  await moveCursor(deps.db, eventCursor, readUpTo);
  for (const event of await inbox.stuckEvents(deps.db, stuckBefore)) {
    report.stuck += 1;
    await alarms.raise(
      deps.db,
      deps.log,
      'webhook_stuck',
      event.event_id,
      `Event ${event.type} cannot be handled: ${event.error ?? 'not tried yet'}`,
    );
    const retry = { eventId: event.event_id };
    await deps.db
      .transaction()
      .execute((tx) => deps.jobs.enqueue(tx, 'settle-webhook', retry, { singletonKey: event.event_id }));
  }
  return report;
}

/** Returns true when the event was not known yet. */
const takeIn = (deps: Deps, event: WebhookEvent, payload: string): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const inboxState = await inbox.receiveEvent(tx, event, payload);
    if (inboxState === 'to_do') await deps.jobs.enqueue(tx, 'settle-webhook', { eventId: event.eventId });
    return inboxState !== 'known';
  });

/** `order`: its display number, if we have it. */
export type Difference = { reference: string; amount: Cents; order: string | null };

export type Comparison = {
  compared: number;
  foreign: number;
  repaired: number;
  /** Paid at the processor, but without an order here. */
  unmatched: Difference[];
  /** Paid here, but not at the processor. */
  missing: Difference[];
  refundsRead: number;
  failed: number;
};

/**
 * A payment may succeed until its order expires, 24 h by default; the rest is a margin for a slow processor.
 */
const lateMs = 26 * hour;
const unsettledMs = 5 * minute;

/** The time up to which the last comparison read everything. */
const comparisonCursor = 'compared-charges';

/**
 * Compares the processor's successful payments with ours in both directions. Repairs what it can and raises
 * an alarm for the rest. It resumes where it last read everything, so a pause or a failure leaves no gap.
 * `atLeastDays`: go back at least this far. `leaveMs`: skip payments younger than this, which may still be in
 * progress.
 */
export async function compareCharges(
  deps: Deps,
  {
    expireAfterHours,
    atLeastDays = 0,
    leaveMs = unsettledMs,
  }: Pick<SweepLimits, 'expireAfterHours'> & { atLeastDays?: number; leaveMs?: number },
): Promise<Comparison> {
  const now = deps.clock.now().getTime();
  const comparedUpTo = await placeOf(deps, comparisonCursor, new Date(now));
  const defaultStart = Math.min(now, comparedUpTo.getTime()) - expireAfterHours * hour - lateMs;
  const from = new Date(Math.min(defaultStart, now - atLeastDays * 24 * hour));
  const opened = { from, to: new Date(now - leaveMs) };
  const report: Comparison = {
    compared: 0,
    foreign: 0,
    repaired: 0,
    unmatched: [],
    missing: [],
    refundsRead: 0,
    failed: 0,
  };
  const chargeRefs = new Set<string>();
  for await (const charge of deps.gateway.listSucceeded(opened)) {
    chargeRefs.add(charge.intentRef);
    if (charge.paymentId === null || !isOfThisShop(deps, charge)) report.foreign += 1;
    else await surviving(deps, report, charge.intentRef, () => compareOne(deps, report, charge));
  }
  for (const payment of await payments.paidBetween(deps.db, opened.from, opened.to)) {
    const { intentRef } = payment;
    if (intentRef === null || chargeRefs.has(intentRef)) continue;
    await surviving(deps, report, payment.id, async () => {
      if ((await deps.gateway.readPayment(intentRef))?.state === 'succeeded') return;
      report.missing.push({
        reference: payment.id,
        amount: payment.amount,
        order: await nameOf(deps, payment.orderId),
      });
      await alarms.raise(
        deps.db,
        deps.log,
        'missing_charge',
        payment.id,
        `Payment ${payment.id} is paid here but not at the processor`,
      );
    });
  }
  await compareRefundsAndDisputes(deps, report, opened);
  await rereadOpenRefundsAndDisputes(deps, report, new Date(now - leaveMs));
  if (report.failed === 0) await moveCursor(deps.db, comparisonCursor, new Date(now));
  await comparisons.saveResult(deps.db, 'charges', deps.clock.now(), {
    ...report,
    differences: differencesOf(report),
  });
  return report;
}

function differencesOf({
  unmatched,
  missing,
}: Pick<Comparison, 'unmatched' | 'missing'>): comparisons.FoundDifference[] {
  const toFound = (kind: comparisons.FoundDifference['kind'], found: Difference[]) =>
    found.map(({ reference, amount, order }) => ({ kind, reference, amountCents: amount, order }));
  return [...toFound('unknown_here', unmatched), ...toFound('unknown_there', missing)];
}

/** Where a sweep resumes. The first run starts at `first`, and so do later ones until one completes. */
async function placeOf({ db }: Deps, cursor: string, first: Date): Promise<Date> {
  const stored = await readCursor(db, cursor);
  if (stored === null) await moveCursor(db, cursor, first);
  return stored ?? first;
}

async function nameOf({ db }: Deps, orderId: string | null): Promise<string | null> {
  const order = orderId === null ? null : await orders.find(db, orderId);
  return order === null ? null : orderNumber(order.number);
}

async function compareOne(
  deps: Deps,
  report: Comparison,
  { intentRef, orderId, amountReceived }: ProcessorPayment,
): Promise<void> {
  report.compared += 1;
  const counted = async (): Promise<boolean> => {
    const status = (await payments.findByIntent(deps.db, intentRef))?.status;
    return status === 'succeeded' || status === 'duplicate' || status === 'review';
  };
  if (await counted()) return;
  await applyIntent(deps, intentRef);
  if (await counted()) {
    report.repaired += 1;
    return;
  }
  report.unmatched.push({ reference: intentRef, amount: amountReceived, order: await nameOf(deps, orderId) });
  await alarms.raise(
    deps.db,
    deps.log,
    'unmatched_charge',
    intentRef,
    `The processor received payment ${intentRef}, which belongs to no order`,
  );
}

/** Applies refunds and disputes whose webhooks, or whose latest ones, were missed. */
async function compareRefundsAndDisputes(deps: Deps, report: Comparison, period: Period): Promise<void> {
  const repair = async (
    subject: string,
    apply: (deps: Deps, subject: string) => Promise<void>,
  ): Promise<void> => {
    report.refundsRead += 1;
    if (await surviving(deps, report, subject, () => apply(deps, subject))) report.repaired += 1;
  };
  for await (const refund of deps.gateway.listRefunds(period))
    if (await refunds.isNewsOfRefund(deps.db, refund)) await repair(refund.refundRef, applyRefund);
  for await (const dispute of deps.gateway.listDisputes(period))
    if (await refunds.isNewsOfDispute(deps.db, dispute)) await repair(dispute.disputeRef, applyDispute);
}

/** Re-reads refunds and disputes without a final state. */
async function rereadOpenRefundsAndDisputes(deps: Deps, report: Comparison, before: Date): Promise<void> {
  for (const refund of await refunds.unfinishedSince(deps.db, before)) {
    report.refundsRead += 1;
    await surviving(deps, report, refund.id, async () => {
      await refunds.touch(deps.db, refund.id);
      await (refund.refund_ref === null ? sendRefund(deps, refund.id) : applyRefund(deps, refund.refund_ref));
    });
  }
  for (const dispute of await refunds.openDisputes(deps.db)) {
    report.refundsRead += 1;
    await surviving(deps, report, dispute.dispute_ref, () => applyDispute(deps, dispute.dispute_ref));
  }
}

/** Returns false when the work failed. The failure is counted and logged, and does not stop the others. */
const surviving = (
  deps: Deps,
  report: { failed: number },
  subject: string,
  work: () => Promise<unknown>,
): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => {
      report.failed += 1;
      deps.log.error({ err: error, subject }, 'the sweep failed for one subject');
      return false;
    },
  );
