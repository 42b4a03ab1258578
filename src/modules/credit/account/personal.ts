/** What happens to credit when an account is deleted. */
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import * as applications from '#modules/credit/application/store.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import { closeAccount } from '#modules/credit/ledger/opening.ts';
import * as store from '#modules/credit/ledger/store.ts';

/**
 * Throws `credit_owes` while anything is held or owed. The ledger stays without a name; the company and its
 * EIN are erased. A written-off account keeps the EIN's keyed hash, so that the EIN is recognized later. The
 * caller holds the lock on the person.
 */
export async function end(tx: Tx, deps: CreditDeps, userId: string): Promise<void> {
  const [account, now] = [await store.lockOf(tx, userId), deps.clock.now()];
  if (account !== null) await closeAccount(tx, deps, account, 'account_deleted');
  if (account !== null && account.closeReason !== 'written_off') await store.changeEin(tx, account.id, null);
  const open = await applications.inReviewOf(tx, userId);
  if (open !== null) await applications.close(tx, open.id, 'withdrawn', now);
  await applications.eraseClientAddresses(tx, userId);
  await companies.erase(tx, userId, now);
}
