/** The daily clean-up of all data with a retention period. A failing part does not stop the others. */
import { deleteOldAccountData } from '#modules/accounts/clean-up.ts';
import * as contact from '#modules/contact/service.ts';
import { alertOnOverdue } from '#modules/fulfillment/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { cleanUp } from './clean-up.ts';
import { deleteOldListFiles } from '#modules/admin/exports/make.ts';
import { storeTotals } from '#modules/admin/overview/totals.ts';

/**
 * Runs six independent parts: a failure skips only the later steps of that part. Throws at the end if any
 * failed, so the queue retries. Returns the number of deleted rows by kind.
 */
export async function cleanAll(deps: Deps): Promise<Record<string, number>> {
  const cleaned = {};
  const failures: unknown[] = [];
  const parts: (() => Promise<object>)[] = [
    () => cleanUp(deps),
    () => contact.deleteOldMessages(deps),
    () => deleteOldAccountData(deps),
    async () => ({ listFiles: await deleteOldListFiles(deps) }),
    async () => ({ overdueOrders: await alertOnOverdue(deps) }),
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
