/**
 * What an operator has changed, as this process knows it. Each process reads it at its start, when the database tells that something was
 * saved, and whenever it looks whether its kept pages are still right: a page is never drawn from older values than its version says.
 */
import type { Database } from '#platform/database.ts';
import { shareReads } from '#platform/shared-read.ts';
import { readCurrent, valueAt } from './store.ts';
import { toShop } from './values.ts';

/** Reads what counts and has this process go by it. Answers its version: equal versions are equal values. */
export const settingsReader = (db: Database): (() => Promise<string>) =>
  shareReads(async () => {
    const { values, version } = await readCurrent(db);
    globalThis.shopSettings = toShop(values);
    return version;
  });

export type Seller = { name: string; address: string[]; email: string; phone: string };

/** Who issued a document, as it was called on the day on which it was issued. */
export async function sellerAt(db: Database, at: Date): Promise<Seller> {
  const { companyName: name, address, email, phone } = await valueAt(db, 'company', at);
  return { name, address, email, phone };
}
