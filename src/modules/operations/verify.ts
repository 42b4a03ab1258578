/** Runs every check that an operator can request, with a readable report. */
import { compareCharges } from '#modules/checkout/reconcile.ts';
import { compareInvoices } from '#modules/credit/invoices/compare.ts';
import { compareSubscriptions } from '#modules/subscriptions/compare.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { checkAuditLog } from './audit/chain.ts';
import { checkIndexes, type IndexReport } from './index-check.ts';
import { checkInvariants, countOfInvariants } from './invariants/invariants.ts';
import {
  agrees,
  describeComparison,
  describeInvoices,
  describeSubscriptions,
  invoicesAgree,
  subscriptionsAgree,
} from './reconcile.ts';

export type VerifyOptions = {
  /** A hash that was once the newest of the audit log. */
  noted: string | null;
  /**
   * Null skips the processor. The comparison repairs what it can and raises alarms for the rest, like the
   * scheduled one.
   */
  processor: { days: number; expireAfterHours: number } | null;
};

export type Verification = { report: string; isSound: boolean };

export async function verify(deps: Deps, { noted, processor }: VerifyOptions): Promise<Verification> {
  // Before the invariants, so that they check what was repaired.
  const charges =
    processor &&
    (await compareCharges(deps, {
      expireAfterHours: processor.expireAfterHours,
      atLeastDays: processor.days,
    }));
  const subscriptions = processor && (await compareSubscriptions(deps));
  const invoices = processor && (await compareInvoices(deps));
  // Entries left unchained by a killed process are not a violation.
  await chainAuditLog(deps);
  const invariants = await checkInvariants(deps.db);
  const auditLog = await checkAuditLog(deps, noted);
  const indexes = await checkIndexes(deps.db);
  const broken = [...invariants, ...auditLog.violations, ...indexes.violations];
  const checkCount = countOfInvariants + 1 + (indexes.notAvailable === null ? 1 : 0);
  const lines = [
    ...broken.map(({ invariant, subject, detail }) => `${invariant}\n    ${subject}: ${detail}`),
    broken.length === 0 ? `All ${checkCount} invariants hold.` : `${broken.length} violations found.`,
    describeIndexes(indexes),
    ...(charges === null ? [] : describeComparison(charges)),
    ...(subscriptions === null ? [] : describeSubscriptions(subscriptions)),
    ...(invoices === null ? [] : describeInvoices(invoices)),
    `Audit log: ${auditLog.rows} rows. Store the latest hash elsewhere: ${auditLog.newest}`,
  ];
  return {
    report: lines.join('\n'),
    isSound:
      broken.length === 0 &&
      (charges === null || agrees(charges)) &&
      (subscriptions === null || subscriptionsAgree(subscriptions)) &&
      (invoices === null || invoicesAgree(invoices)),
  };
}

const describeIndexes = ({ indexes, notAvailable }: IndexReport): string =>
  notAvailable === null
    ? `Indexes checked against their tables: ${indexes}.`
    : `Index check not available: ${notAvailable}.`;
