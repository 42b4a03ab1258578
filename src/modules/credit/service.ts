/** What a customer is told of their account credit, and what it keeps them from. */
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import { emptyBook } from './rules.ts';
import * as store from './store.ts';

/** As the wire has them. `availableCredit` is signed: below zero nothing can be bought on credit. */
export type Credits = { availableCredit: Cents; approvedCredit: Cents };

/** Zero for somebody without an account. */
export async function creditsOf(db: Database | Tx, userId: string): Promise<Credits> {
  const { available, approved } = (await store.balancesOfUser(db, userId)) ?? emptyBook;
  return { availableCredit: available, approvedCredit: approved };
}

/** Something is promised to an order, or invoiced and not paid. */
export async function hasDebts(db: Database | Tx, userId: string): Promise<boolean> {
  const { hold, owed } = (await store.balancesOfUser(db, userId)) ?? emptyBook;
  return hold > 0 || owed > 0;
}
