/**
 * Moving the book, in the caller's transaction. Each fact has a natural key and moves it once, however often it is told. Order of locks: user,
 * cart, order, invoice, and this last.
 */
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import { after, type Balances, entryOf, type Reason } from './rules.ts';
import * as store from './store.ts';

/** The facts that move the book, by the thing that they are about. */
export const factKeys = {
  approved: (applicationId: string): string => `approved:${applicationId}`,
  purchased: (orderId: string): string => `purchased:${orderId}`,
  invoiced: (invoiceId: string): string => `invoice-issued:${invoiceId}`,
  /** `reference`: the processor's, because an invoice may be paid in parts. */
  paid: (reference: string): string => `invoice-payment:${reference}`,
  invoiceVoided: (invoiceId: string): string => `invoice-voided:${invoiceId}`,
  orderCanceled: (orderId: string): string => `order-canceled:${orderId}`,
  paymentReturned: (reference: string): string => `payment-returned:${reference}`,
  bonus: (orderId: string): string => `bonus:${orderId}`,
  bonusReturned: (orderId: string): string => `bonus-returned:${orderId}`,
  booster: (orderId: string): string => `booster:${orderId}`,
  boosterReturned: (orderId: string): string => `booster-returned:${orderId}`,
  writtenOff: (invoiceId: string): string => `written-off:${invoiceId}`,
} as const;

export type Fact = store.About & store.Why & { accountId: string; key: string; reason: Reason; amount: Cents; now: Date };

/**
 * Answers what is carried now, and whether this fact has moved it just now. Throws what `after` throws; a fact that moved another account's
 * book, or an account that is not there, is an ordinary error.
 */
export async function record(tx: Tx, fact: Fact): Promise<{ isNew: boolean; balances: Balances }> {
  const { accountId, key, reason, amount } = fact;
  if ((await store.lock(tx, accountId)) === null) throw new Error(`there is no credit account ${accountId}`);
  const last = await store.lastOf(tx, accountId);
  const moved = await store.accountOfKey(tx, key);
  if (moved !== null && moved !== accountId) throw new Error(`${key} has moved the book of ${moved}`);
  if (moved !== null) return { isNew: false, balances: last.balances };
  const balances = after(last.balances, reason, amount);
  await store.insert(tx, { ...fact, ...entryOf(reason), number: last.number + 1, balances });
  return { isNew: true, balances };
}
