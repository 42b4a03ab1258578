/**
 * Whether the audit log is as it was written: every entry's hashes are right, and every entry follows the one before it. What it cannot
 * see is that the newest entries were cut off; whoever noted the newest hash earlier and elsewhere can ask whether it is still there.
 */
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Violation } from './invariants.ts';

export type AuditReport = { rows: number; newest: string; violations: Violation[] };

const invariant = 'I18 the audit log is as it was written';
const batchSize = 2_000;

/** Only reads, in one snapshot. `noted` is a hash that was the newest once. */
export const checkAuditLog = ({ db, keys }: Pick<Deps, 'db' | 'keys'>, noted: string | null = null): Promise<AuditReport> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const report: AuditReport = { rows: 0, newest: audit.beginning, violations: [] };
      const complain = (subject: string, detail: string): void => void report.violations.push({ invariant, subject, detail });
      let isNotedThere = noted === null;
      for await (const row of chainedRows(tx)) {
        if (isChanged(keys, row)) complain(`row ${row.id}`, 'was changed after it was written');
        if (row.previous_hash !== report.newest) complain(`row ${row.id}`, 'the row before it is missing, or was changed');
        isNotedThere ||= row.hash === noted;
        report.rows += 1;
        report.newest = row.hash ?? '';
      }
      for (const row of await unchainedRows(tx)) {
        if (isChanged(keys, row)) complain(`row ${row.id}`, 'was changed after it was written');
        report.rows += 1;
      }
      for (const id of await unprovenChanges(tx, keys)) complain(`change ${id}`, 'is not what its entry in the audit log was made of');
      if (!isNotedThere) complain(String(noted), 'was the newest once, and is not there any more');
      return report;
    });

/** Entries of before the chain was made afterwards have no hash of their own. */
const isChanged = (keys: Deps['keys'], row: audit.AuditRow): boolean =>
  (row.mac !== null && !keys.isMacOf(row.mac, 'audit', audit.covered(row))) ||
  (row.hash !== null && !keys.isMacOf(row.hash, 'audit', audit.covered(row, row.previous_hash)));

async function* chainedRows(db: Database | Tx): AsyncGenerator<audit.AuditRow> {
  let after = -1;
  for (;;) {
    const rows = await db.selectFrom('audit_log').selectAll().where('position', '>', after).orderBy('position').limit(batchSize).execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.position ?? after;
  }
}

/** What is kept of the acts of staff, of those entries that are still kept. */
async function unprovenChanges(tx: Tx, keys: Deps['keys']): Promise<number[]> {
  const rows = await tx
    .selectFrom('audit_change')
    .leftJoin('audit_log', 'audit_log.id', 'audit_id')
    .select(['audit_id', 'before', 'after', 'before_hash', 'after_hash'])
    .orderBy('audit_id')
    .execute();
  return rows
    .filter((row) => !audit.isProven({ keys }, row.before_hash, row.before) || !audit.isProven({ keys }, row.after_hash, row.after))
    .map(({ audit_id: id }) => id);
}

const unchainedRows = (db: Database | Tx) => db.selectFrom('audit_log').selectAll().where('position', 'is', null).orderBy('id').execute();
