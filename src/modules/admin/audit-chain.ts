/**
 * Whether the audit log is as it was written: every entry's hashes are right, and every entry follows the one before it. What it cannot
 * see is that the newest entries were cut off; whoever noted the newest hash earlier and elsewhere can ask whether it is still there.
 */
import * as audit from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Violation } from './invariants.ts';

export type AuditReport = { rows: number; newest: string; violations: Violation[] };

const invariant = 'I18 the audit log is as it was written';
const batchSize = 500;

/**
 * Only reads, some hundred entries at a time and in no transaction of hours: an entry that has its place never changes again. What has none yet
 * is looked at first, together with the newest place; what is written meanwhile waits for the next time. `noted` is a hash that was the newest once.
 */
export async function checkAuditLog({ db, keys }: Pick<Deps, 'db' | 'keys'>, noted: string | null = null): Promise<AuditReport> {
  const report: AuditReport = { rows: 0, newest: audit.beginning, violations: [] };
  const complain = (subject: string, detail: string): void => void report.violations.push({ invariant, subject, detail });
  const { unchained, end } = await whereItStands(db);
  let isNotedThere = noted === null;
  for await (const row of chainedRows(db, end)) {
    if (isChanged(keys, row)) complain(`row ${row.id}`, 'was changed after it was written');
    if (row.previous_hash !== report.newest) complain(`row ${row.id}`, 'the row before it is missing, or was changed');
    isNotedThere ||= row.hash === noted;
    report.rows += 1;
    report.newest = row.hash ?? '';
  }
  for (const row of unchained) {
    if (isChanged(keys, row)) complain(`row ${row.id}`, 'was changed after it was written');
    report.rows += 1;
  }
  for await (const { id, before, after, ...hashes } of storedChanges(db))
    if (!audit.isProven({ keys }, hashes.before_hash, before) || !audit.isProven({ keys }, hashes.after_hash, after))
      complain(`change ${id}`, 'is not what its entry in the audit log was made of');
  if (!isNotedThere) complain(String(noted), 'was the newest once, and is not there any more');
  return report;
}

/** Both of one moment, so that no entry is in neither. */
const whereItStands = (db: Database): Promise<{ unchained: audit.AuditRow[]; end: number }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      unchained: await tx.selectFrom('audit_log').selectAll().where('position', 'is', null).orderBy('id').execute(),
      end:
        (
          await tx
            .selectFrom('audit_log')
            .select(({ fn }) => fn.max('position').as('end'))
            .executeTakeFirst()
        )?.end ?? 0,
    }));

/** Entries of before the chain was made afterwards have no hash of their own. */
const isChanged = (keys: Deps['keys'], row: audit.AuditRow): boolean =>
  (row.mac !== null && !keys.isMacOf(row.mac, 'audit', audit.covered(row))) ||
  (row.hash !== null && !keys.isMacOf(row.hash, 'audit', audit.covered(row, row.previous_hash)));

/** Up to the place that was the newest. */
async function* chainedRows(db: Database, end: number): AsyncGenerator<audit.AuditRow> {
  let after = -1;
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', '>', after)
      .where('position', '<=', end)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.position ?? after;
  }
}

type StoredChange = Pick<audit.AuditRow, 'before_hash' | 'after_hash'> & { id: number; before: unknown; after: unknown };

/** What is kept of the acts of staff, with what their entries say of it. */
async function* storedChanges(db: Database): AsyncGenerator<StoredChange> {
  let last = -1;
  for (;;) {
    const rows: StoredChange[] = await db
      .selectFrom('audit_change')
      .leftJoin('audit_log', 'audit_log.id', 'audit_id')
      .select(['audit_id as id', 'before', 'after', 'before_hash', 'after_hash'])
      .where('audit_id', '>', last)
      .orderBy('audit_id')
      .limit(batchSize)
      .execute();
    yield* rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}
