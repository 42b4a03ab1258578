/** Open alarms, and resolving one or many of them. */
import { alarmsAtMost } from '#contract/admin/health.ts';
import type * as contract from '#contract/admin/health.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { ordersOf } from './order-store.ts';
import * as alarms from '#modules/alarms/service.ts';
import * as audit from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';

export async function listAlarms(db: Database): Promise<Handled<typeof contract.staffListAlarms>> {
  const open = await alarms.unresolved(db);
  const shown = open.slice(0, alarmsAtMost);
  const orders = await ordersOf(db, [...new Set(shown.flatMap(idsIn))]);
  return {
    alarms: shown.map((alarm) => {
      const { created_at: at, ...rest } = alarm;
      const found = idsIn(alarm).flatMap((id) => orders.get(id) ?? []);
      const isSameRecord = new Set(found.map(({ id }) => id)).size === 1;
      return { ...rest, at: at.toISOString(), order: isSameRecord ? (found[0] ?? null) : null };
    }),
    count: open.length,
  };
}

type Named = { subject: string; detail: string };

/** Finds our ids and the processor's, such as `ord_…` and `pi_…`, in the subject and the text. */
const idsIn = ({ subject, detail }: Named): string[] => [
  subject,
  ...(detail.match(/\b[a-z]{2,4}_[\w-]{8,}/g) ?? []),
];

/** Writes one audit entry per alarm. Throws `not_found` when none of them is open. */
export const settleAlarms = (
  { db, ...deps }: Deps,
  caller: Person,
  { alarms: chosen }: Received<typeof contract.staffSettleAlarms>['body'],
): Promise<{ settled: number }> =>
  db.transaction().execute(async (tx) => {
    const settled: typeof chosen = [];
    for (const alarm of chosen) if (await alarms.resolve(tx, alarm.kind, alarm.subject)) settled.push(alarm);
    if (settled.length === 0) throw new DomainError('not_found');
    const entries = settled.map(({ kind, subject }) => ({
      action: 'alarm_resolved',
      object: subject,
      detail: { kind },
    }));
    await audit.record(tx, deps, ...entries.map((entry) => ({ actorId: caller.userId, ...entry })));
    return { settled: settled.length };
  });
