/**
 * Records ledger movements. Each function runs in the transaction of its event, after the caller has locked
 * user, cart, order, and invoice; it locks the account last. Each movement has a unique key, so a repeat
 * changes nothing.
 */
import { isOnTime, isPastDue, onTimeBonus, potentialLimit } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, cents, subtract } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { isFrozen, unfreezeWhenPaid } from './freezes.ts';
import { approvedOf, endsBonus, holdRefusal } from './rules.ts';
import { owingOf } from './owing-store.ts';
import * as store from './store.ts';

/**
 * Holds credit for an order's whole total. Throws `credit_insufficient` ("Not enough available credit"),
 * `credit_frozen` or `credit_order_small`. The order must exist and belong to the caller.
 */
export async function holdForOrder(
  tx: Tx,
  deps: CreditDeps,
  { userId, orderId, total }: { userId: string; orderId: string; total: Cents },
): Promise<void> {
  const account = await store.lockOf(tx, userId);
  if (account !== null && (await store.hasMovement(tx, `held:${orderId}`))) return;
  const frozen = account !== null && (await isFrozen(tx, deps, account.id));
  const refusal = holdRefusal(
    account === null
      ? null
      : { isOpen: account.status === 'open', isFrozen: frozen, available: account.available },
    total,
  );
  if (refusal !== null || account === null) throw new DomainError(refusal ?? 'credit_insufficient');
  await post(tx, deps, account, {
    ...{
      key: `held:${orderId}`,
      kind: 'held',
      amount: total,
      reason: 'order_placed',
      actorId: userId,
      orderId,
    },
    inputs: { totalCents: total, availableCents: account.available },
  });
}

/** Turns held credit into debt when a half is issued. Throws when the order does not hold that much. */
export async function invoiceIssued(
  tx: Tx,
  deps: CreditDeps,
  fact: { orderId: string; invoiceId: string; amount: Cents },
): Promise<void> {
  const { orderId, invoiceId, amount } = fact;
  const account = await holding(tx, orderId);
  await post(tx, deps, account, {
    ...{
      key: `invoice-issued:${invoiceId}`,
      kind: 'invoiced',
      amount,
      reason: 'invoice_issued',
      orderId,
      invoiceId,
    },
    inputs: { amountCents: amount },
  });
}

/**
 * Records a full or partial payment of an invoice. `paymentRef` names the payment, such as the processor's
 * charge. `paidAt` is the processor's time and decides whether it was on time. The caller refunds any excess.
 * A written-off debt is gone, so its payment moves nothing. Lifts an automatic freeze, and grants the bonus
 * if earned.
 */
export async function invoicePaid(
  tx: Tx,
  deps: CreditDeps,
  {
    invoiceId,
    paymentRef,
    amount,
    paidAt,
  }: { invoiceId: string; paymentRef: string; amount: Cents; paidAt: Date },
): Promise<void> {
  const { account, orderId, dueOn } = await owing(tx, invoiceId);
  const key = `invoice-payment:${paymentRef}`;
  const counts = (await store.wasGivenUp(tx, invoiceId))
    ? await restOf(tx, { invoiceId, amount, key })
    : amount;
  if (counts === 0) return;
  const onTime = isOnTime(paidAt, dueOn);
  await post(tx, deps, account, {
    ...{
      key,
      kind: 'paid',
      amount: counts,
      reason: onTime ? 'paid_on_time' : 'paid_late',
      orderId,
      invoiceId,
    },
    inputs: { amountCents: counts, paidAt: paidAt.toISOString(), dueOn, onTime },
  });
  await unfreezeWhenPaid(tx, deps, account);
  await bonus(tx, deps, { orderId });
}

/** The part of a written-off invoice that a returned payment reopened. */
async function restOf(
  tx: Tx,
  { invoiceId, amount, key }: { invoiceId: string; amount: Cents; key: string },
): Promise<Cents> {
  const { owed } = await store.balanceOf(tx, { invoiceId });
  return (await store.hasMovement(tx, key)) ? cents(0) : cents(Math.min(owed, amount));
}

/**
 * Records that a payment was refunded or lost in a dispute: the invoice is owed again, and the order's bonus
 * is revoked.
 */
export async function invoicePaymentReturned(
  tx: Tx,
  deps: CreditDeps,
  {
    invoiceId,
    reference,
    amount,
    why,
  }: { invoiceId: string; reference: string; amount: Cents; why: 'refunded' | 'dispute_lost' },
): Promise<void> {
  const { account, orderId, dueOn } = await owing(tx, invoiceId);
  const reason = why === 'refunded' ? 'payment_refunded' : 'payment_dispute_lost';
  await post(tx, deps, account, {
    ...{ key: `payment-returned:${reference}`, kind: 'returned', amount, reason, orderId, invoiceId },
    inputs: { amountCents: amount, dueOn },
  });
  await takeBonusBack(tx, deps, account, orderId, reason);
}

/**
 * Records a credit: that part of the invoice is no longer owed. `creditRef` names the credit note or its
 * refund. The order's bonus is revoked.
 */
export async function invoiceCredited(
  tx: Tx,
  deps: CreditDeps,
  fact: { invoiceId: string; creditRef: string; amount: Cents },
): Promise<void> {
  const { invoiceId, creditRef, amount } = fact;
  const { account, orderId } = await owing(tx, invoiceId);
  await post(tx, deps, account, {
    ...{
      key: `invoice-credited:${creditRef}`,
      kind: 'credited',
      amount,
      reason: 'credit_note',
      orderId,
      invoiceId,
    },
    inputs: { amountCents: amount },
  });
  await takeBonusBack(tx, deps, account, orderId, 'credit_note');
  await unfreezeWhenPaid(tx, deps, account);
}

/** Records that an invoice was voided: its outstanding amount becomes available credit. */
export async function invoiceVoided(
  tx: Tx,
  deps: CreditDeps,
  { invoiceId }: { invoiceId: string },
): Promise<void> {
  const { account, orderId } = await owing(tx, invoiceId);
  const { owed } = await store.balanceOf(tx, { invoiceId });
  if (owed === 0) return;
  await post(tx, deps, account, {
    ...{
      key: `invoice-voided:${invoiceId}`,
      kind: 'voided',
      amount: owed,
      reason: 'invoice_voided',
      orderId,
      invoiceId,
    },
    inputs: { amountCents: owed },
  });
  await unfreezeWhenPaid(tx, deps, account);
}

/** Releases what an order holds and was not invoiced. Does nothing for an order without credit. */
export async function orderCanceled(
  tx: Tx,
  deps: CreditDeps,
  { orderId }: { orderId: string },
): Promise<void> {
  const account = await store.lockBehind(tx, { orderId });
  const { hold } = account === null ? { hold: 0 } : await store.balanceOf(tx, { orderId });
  if (account === null || hold === 0) return;
  await post(tx, deps, account, {
    ...{
      key: `released:${orderId}`,
      kind: 'released',
      amount: cents(hold),
      reason: 'order_canceled',
      orderId,
    },
    inputs: { amountCents: hold },
  });
}

/**
 * Records a paid booster: the limit rises, once per order. Throws `credit_limit_highest` above the highest
 * limit, and `credit_none` without an open account. Check both before taking money (`boosterRefusal`).
 */
export async function limitRaised(
  tx: Tx,
  deps: CreditDeps,
  { userId, orderId, amount }: { userId: string; orderId: string; amount: Cents },
): Promise<void> {
  const account = await store.lockOf(tx, userId);
  if (account === null || account.status !== 'open') throw new DomainError('credit_none');
  if (await store.hasMovement(tx, `booster:${orderId}`)) return;
  if (potentialLimit(approvedOf(account), amount) === null) throw new DomainError('credit_limit_highest');
  await post(tx, deps, account, {
    ...{
      key: `booster:${orderId}`,
      kind: 'booster',
      amount,
      reason: 'booster_paid',
      actorId: userId,
      orderId,
    },
    inputs: { amountCents: amount, approvedCents: approvedOf(account) },
  });
}

/**
 * Grants an order's bonus if it is earned. The work must be done and all of the order invoiced and paid on
 * time. Nothing may have been credited, voided, released, or returned. Call it when an order is completed;
 * `invoicePaid` calls it too.
 */
export async function bonus(tx: Tx, deps: CreditDeps, { orderId }: { orderId: string }): Promise<void> {
  const [order, account] = [await store.orderOf(tx, orderId), await store.lockBehind(tx, { orderId })];
  if (order === null || account === null || !order.isCompleted || account.status !== 'open') return;
  const book = new Map((await store.orderInBook(tx, orderId)).map((entry) => [entry.kind, entry]));
  const paid = book.get('paid');
  if (
    paid === undefined ||
    !paid.isOnTime ||
    paid.total !== order.total ||
    endsBonus.some((kind) => book.has(kind))
  )
    return;
  const amount = onTimeBonus(order.total, approvedOf(account), order.bonusBasisPoints);
  if (amount === 0) return;
  await post(tx, deps, account, {
    ...{ key: `bonus:${orderId}`, kind: 'bonus', amount, reason: 'every_invoice_on_time', orderId },
    inputs: {
      totalCents: order.total,
      approvedCents: approvedOf(account),
      basisPoints: order.bonusBasisPoints,
    },
  });
}

async function takeBonusBack(
  tx: Tx,
  deps: CreditDeps,
  { id }: store.Account,
  orderId: string,
  reason: string,
): Promise<void> {
  const bonus = (await store.orderInBook(tx, orderId)).find(({ kind }) => kind === 'bonus');
  const account = await store.lock(tx, id);
  if (bonus === undefined || account === null || (await store.hasMovement(tx, `bonus-back:${orderId}`)))
    return;
  const amount = cents(Math.min(bonus.total, approvedOf(account)));
  if (amount === 0) return;
  await post(tx, deps, account, {
    ...{ key: `bonus-back:${orderId}`, kind: 'bonus_back', amount, reason, orderId },
    inputs: { amountCents: amount },
  });
}

/** A closed or written-off account gets no new credit: what becomes available is moved back to the limit. */
export async function takeBackFromClosed(
  tx: Tx,
  deps: Pick<CreditDeps, 'clock'>,
  accountId: string,
): Promise<void> {
  const account = await store.lock(tx, accountId);
  if (account === null || account.status === 'open' || account.available <= 0) return;
  await store.insertMovement(tx, accountId, {
    ...{
      key: await store.nextKey(tx, 'closed', accountId),
      kind: 'closed',
      amount: account.available,
      reason: 'account_closed',
      at: deps.clock.now(),
    },
    inputs: { amountCents: account.available },
  });
}

/**
 * Writes off all debt. The account is closed, and its available and held credit is removed. Returns the
 * amount written off.
 */
export async function writtenOff(
  tx: Tx,
  deps: CreditDeps,
  { userId, actorId }: { userId: string; actorId: string | null },
): Promise<Cents> {
  const account = await store.lockOf(tx, userId);
  if (account === null || account.owed === 0) throw new DomainError('credit_nothing_owed');
  const at = deps.clock.now();
  let granted = approvedOf(account);
  for (const { invoiceId, orderId, owed, dueOn } of await owingOf(tx, account.id)) {
    const fact = {
      reason: 'not_paid',
      actorId,
      orderId,
      invoiceId,
      at,
      inputs: { owedCents: owed, dueOn, isPastDue: isPastDue(dueOn, at) },
    };
    // If staff lowered the limit, more may be owed than the limit covers; the rest is the negative available
    // balance.
    const ofLimit = cents(Math.min(owed, granted));
    const above = subtract(owed, ofLimit);
    granted = subtract(granted, ofLimit);
    if (ofLimit > 0)
      await store.insertMovement(tx, account.id, {
        ...fact,
        key: `written-off:${invoiceId}:${at.toISOString()}`,
        kind: 'written_off',
        amount: ofLimit,
      });
    if (above > 0)
      await store.insertMovement(tx, account.id, {
        ...fact,
        key: `given-up:${invoiceId}:${at.toISOString()}`,
        kind: 'given_up',
        amount: above,
      });
  }
  for (const { orderId, hold } of await store.holdsOf(tx, account.id))
    await store.insertMovement(tx, account.id, {
      ...{
        key: `released:${orderId}`,
        kind: 'released',
        amount: hold,
        reason: 'account_written_off',
        actorId,
        orderId,
        at,
      },
      inputs: { amountCents: hold },
    });
  await store.markClosed(tx, account.id, 'written_off', at);
  await takeBackFromClosed(tx, deps, account.id);
  return account.owed;
}

/** Inserts a movement, and moves available credit back to the limit on a closed account. */
export async function post(
  tx: Tx,
  deps: Pick<CreditDeps, 'clock'>,
  account: store.Account,
  fact: Omit<store.Fact, 'at'>,
): Promise<boolean> {
  const isNew = await store.insertMovement(tx, account.id, { ...fact, at: deps.clock.now() });
  if (isNew && account.status === 'closed') await takeBackFromClosed(tx, deps, account.id);
  return isNew;
}

async function holding(tx: Tx, orderId: string): Promise<store.Account> {
  const account = await store.lockBehind(tx, { orderId });
  if (account === null) throw new Error(`order ${orderId} holds no credit`);
  return account;
}

async function owing(
  tx: Tx,
  invoiceId: string,
): Promise<{ account: store.Account; orderId: string; dueOn: string }> {
  const [account, due] = [await store.lockBehind(tx, { invoiceId }), await store.dueOf(tx, invoiceId)];
  if (account === null || due === null) throw new Error(`invoice ${invoiceId} was not issued on credit`);
  return { account, ...due };
}
