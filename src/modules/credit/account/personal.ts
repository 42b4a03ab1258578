/** What becomes of credit when an account is deleted. */
import type { Tx } from '#platform/database.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import * as applications from '#modules/credit/application/store.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import { closeAccount } from '#modules/credit/ledger/opening.ts';
import * as store from '#modules/credit/ledger/store.ts';

/**
 * Throws `credit_owes` while anything is held or owed. The book stays without a name; the company and its EIN are erased. The keyed hash of
 * an EIN stays on an account that was written off, so that it is known when it comes back. The person is locked by the caller.
 */
export async function end(tx: Tx, deps: CreditDeps, userId: string): Promise<void> {
  const [account, now] = [await store.lockOf(tx, userId), deps.clock.now()];
  if (account !== null) await closeAccount(tx, deps, account, 'account_deleted');
  if (account !== null && account.closeReason !== 'written_off') await store.changeEin(tx, account.id, null);
  const open = await applications.inReviewOf(tx, userId);
  if (open !== null) await applications.close(tx, open.id, 'withdrawn', now);
  await applications.forgetClientAddresses(tx, userId);
  await companies.erase(tx, userId, now);
}
