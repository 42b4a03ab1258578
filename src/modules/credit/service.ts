/** What a customer is told of their account credit, and what it keeps them from. */
import { type Cents, zero } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import * as store from './store.ts';

/** As the wire has them. `availableCredit` is signed: below zero nothing can be bought on credit. */
export type Credits = { availableCredit: Cents; approvedCredit: Cents };

/** Zero for somebody without an account. */
export async function creditsOf(db: Database | Tx, userId: string): Promise<Credits> {
  const account = await store.findOfUser(db, userId);
  if (account === null) return { availableCredit: zero, approvedCredit: zero };
  const { balances } = await store.lastOf(db, account.id);
  return { availableCredit: balances.available, approvedCredit: balances.approved };
}

/** Something is promised to an order, or invoiced and not paid. */
export async function hasDebts(db: Database | Tx, userId: string): Promise<boolean> {
  const account = await store.findOfUser(db, userId);
  if (account === null) return false;
  const { balances } = await store.lastOf(db, account.id);
  return balances.hold > 0 || balances.owed > 0;
}
