/**
 * Verifies the audit log: every entry has valid hashes and follows the one before it. It cannot detect that
 * the newest entries were cut off, or that entries were removed and the rest chained again. To detect that,
 * pass a newest hash that was noted earlier and elsewhere.
 */
import * as audit from '#platform/audit.ts';
import { newestPlace } from '#platform/audit-chain.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { sql } from 'kysely';
import { hashOfOldEntries, readSeal, type Seal } from './audit-seal.ts';
import type { Violation } from './invariants.ts';

export type AuditReport = { rows: number; newest: string; violations: Violation[] };

type CheckDeps = Pick<Deps, 'db' | 'keys'>;

const invariant = 'I18 the audit log is unaltered';
const batchSize = 500;
/** Without the key that an entry was written with, every entry is a violation, and there may be millions. */
const violationsAtMost = 1_000;

export type Findings = {
  rows: number;
  /** Entries covered by the seal need no hash written with them. Read once per check. */
  seal?: Promise<Seal | null>;
  complain(subject: string, detail: string): void;
  /** Returns at most `violationsAtMost` violations, and a count of the rest. */
  violations(): Violation[];
};

export function collectFindings(): Findings {
  const named = new Map<string, Violation>();
  let more = 0;
  return {
    rows: 0,
    complain(subject, detail) {
      const name = `${subject} ${detail}`;
      if (named.size < violationsAtMost) named.set(name, { invariant, subject, detail });
      else if (!named.has(name)) more += 1;
    },
    violations: () => [
      ...named.values(),
      ...(more === 0 ? [] : [{ invariant, subject: 'the audit log', detail: `${more} more violations` }]),
    ],
  };
}

/**
 * Reads the whole log in batches of 500, outside a long transaction. `noted`: a hash that was once the
 * newest.
 */
export async function checkAuditLog(deps: CheckDeps, noted: string | null = null): Promise<AuditReport> {
  const findings = collectFindings();
  const end = await readEnd(deps.db);
  await checkSeal(deps, findings);
  await checkPart(deps, allUpTo(end), findings);
  await checkUnchained(deps, end, findings);
  if (noted !== null && !(await isHashThere(deps.db, noted)))
    findings.complain(noted, 'was once the latest hash and is now missing');
  return { rows: findings.rows, newest: end.hash, violations: findings.violations() };
}

export type End = { position: number; hash: string; id: number };

/**
 * Returns the newest position and the newest entry, which may not be chained yet. Later entries are left to
 * the next check.
 */
export async function readEnd(db: Database): Promise<End> {
  const newest = await db
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { position, hash } = (await newestPlace(db)) ?? { position: 0, hash: audit.beginning };
  return { position, hash, id: newest?.id ?? 0 };
}

/** Positions may have gaps: before migration 0051 they came from a sequence. */
async function lastUpTo(db: Database, position: number): Promise<{ id: number; hash: string } | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .where('position', '<=', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, hash: row.hash ?? '' };
}

async function isHashThere(db: Database, hash: string): Promise<boolean> {
  return (
    (await db.selectFrom('audit_log').select('id').where('hash', '=', hash).executeTakeFirst()) !== undefined
  );
}

/** `isNewest`: check stored changes to the very end, including those of entries without a position. */
export type Part = { after: number; upTo: number; isNewest?: boolean };

export const allUpTo = ({ position }: End): Part => ({
  after: Number.MIN_SAFE_INTEGER,
  upTo: position,
  isNewest: true,
});

/**
 * Checks the entries after one position up to another, their links to the entries on both sides, and their
 * stored changes. A chained entry never changes again, so parts may be checked at different times.
 */
export async function checkPart(
  deps: CheckDeps,
  { after, upTo, isNewest = false }: Part,
  findings: Findings,
): Promise<void> {
  const { db } = deps;
  const before = await lastUpTo(db, after);
  let previous = before?.hash ?? audit.beginning;
  let [first, last] = [before?.id ?? 0, before?.id ?? 0];
  const follow = (row: audit.AuditRow): void => {
    if (row.previous_hash !== previous)
      findings.complain(`row ${row.id}`, 'the previous row is missing or was changed');
    previous = row.hash ?? '';
  };
  for await (const row of chainedRows(db, { after, upTo })) {
    await checkRow(deps, row, findings);
    follow(row);
    findings.rows += 1;
    [first, last] = [Math.min(first, row.id), Math.max(last, row.id)];
  }
  const next = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('position', '>', upTo)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (next !== undefined) follow(next);
  await checkChanges(deps, { first, last: isNewest ? null : last }, findings);
}

export async function checkUnchained(deps: CheckDeps, end: End, findings: Findings): Promise<void> {
  const { db } = deps;
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', 'is', null)
      .where('id', '>', after)
      .where('id', '<=', end.id)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const row of rows) await checkRow(deps, row, findings);
    findings.rows += rows.length;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Checks that the entries from before migration 0051 are exactly those that were sealed, unchanged. */
export async function checkSeal(deps: CheckDeps, findings: Findings): Promise<void> {
  findings.seal ??= readSeal(deps);
  const seal = await findings.seal;
  if (seal === null) return;
  const { count, digest } = await hashOfOldEntries(deps.db, seal.lastId);
  if (count !== seal.count || digest !== seal.digest)
    findings.complain(
      `seal ${seal.id}`,
      `covers ${seal.count} entries from before migration 0051, which have changed since`,
    );
}

/** The chaining process computes a valid chain hash for any row. The row's own MAC requires the key. */
async function checkRow(deps: CheckDeps, row: audit.AuditRow, findings: Findings): Promise<void> {
  const { keys } = deps;
  const isOf = (hash: string | null, text: string): boolean =>
    hash !== null && keys.isMacOf(hash, 'audit', text);
  const isInPlace = row.position === null || isOf(row.hash, audit.covered(row, row.previous_hash));
  if (!isInPlace || (row.mac !== null && !isOf(row.mac, audit.covered(row))))
    findings.complain(`row ${row.id}`, 'was changed after it was written');
  else if (row.mac === null) {
    findings.seal ??= readSeal(deps);
    const seal = await findings.seal;
    if (seal === null || row.id > seal.lastId)
      findings.complain(`row ${row.id}`, 'has no hash: it was written before migration 0051, or was changed');
  }
}

/** Reads by position and id. Unique positions are a table constraint, which the database owner can drop. */
async function* chainedRows(db: Database, { after, upTo }: Part): AsyncGenerator<audit.AuditRow> {
  let last = { position: after, id: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where(sql<boolean>`(position, id) > (${last.position}, ${last.id})`)
      .where('position', '<=', upTo)
      .orderBy('position')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    yield* rows;
    const newest = rows.at(-1);
    if (newest === undefined || rows.length < batchSize) return;
    last = { position: newest.position ?? last.position, id: newest.id };
  }
}

/**
 * Compares stored changes with the hashes in their entries. Reads by id so that changes without an entry are
 * found too. Id ranges of parts may overlap, because a position is assigned after the commit.
 */
async function checkChanges(
  { db, keys }: CheckDeps,
  { first, last }: { first: number; last: number | null },
  findings: Findings,
): Promise<void> {
  let after = first - 1;
  for (;;) {
    const rows = await db
      .selectFrom('audit_change')
      .leftJoin('audit_log', 'audit_log.id', 'audit_id')
      .select(['audit_id as id', 'before', 'after', 'before_hash', 'after_hash'])
      .where('audit_id', '>', after)
      .where('audit_id', '<=', last ?? Number.MAX_SAFE_INTEGER)
      .orderBy('audit_id')
      .limit(batchSize)
      .execute();
    for (const { id, ...change } of rows)
      if (
        !audit.isProven({ keys }, change.before_hash, change.before) ||
        !audit.isProven({ keys }, change.after_hash, change.after)
      )
        findings.complain(`change ${id}`, 'does not match its audit entry');
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}
