/** The daily clean-up: all that goes in time, in parts of which none waits for another. */
import { forgetOldAccounts } from '#modules/accounts/clean-up.ts';
import * as contact from '#modules/contact/service.ts';
import { ringForOverdue } from '#modules/fulfilment/service.ts';
import type { Deps } from '#platform/deps.ts';
import { cleanUp } from './clean-up.ts';
import { forgetListFiles } from './exports/make.ts';
import { storeTotals } from './overview/totals.ts';

/** Each of these six for itself: one that fails keeps no other from its work, only its own later steps. Throws at the end when one did, so that the queue tries again. Answers how many rows of each kind. */
export async function cleanAll(deps: Deps): Promise<Record<string, number>> {
  const cleaned = {};
  const failures: unknown[] = [];
  const parts: (() => Promise<object>)[] = [
    () => cleanUp(deps),
    () => contact.forgetOld(deps),
    () => forgetOldAccounts(deps),
    async () => ({ listFiles: await forgetListFiles(deps) }),
    async () => ({ overdueOrders: await ringForOverdue(deps) }),
    async () => ({ days: await storeTotals(deps) }),
  ];
  for (const part of parts) {
    try {
      Object.assign(cleaned, await part());
    } catch (error) {
      failures.push(error);
    }
  }
  deps.log.info(cleaned, 'cleaned up');
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  return cleaned;
}
