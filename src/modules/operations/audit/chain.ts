/**
 * Verifies the audit log: every entry has valid hashes and follows the one before it. It cannot detect that
 * the newest entries were cut off, or that entries were removed and the rest chained again. To detect that,
 * pass a newest hash that was noted earlier and elsewhere.
 */
import * as audit from '#platform/audit.ts';
import { newestPlace } from '#platform/audit-chain.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { readInBatches } from '#platform/in-batches.ts';
import { sql } from 'kysely';
import { batchSize, entriesWithout, hashOfOldEntries, readSeal } from './seal.ts';
import type { Violation } from '#modules/operations/invariants/invariants.ts';

export type AuditReport = { rows: number; newest: string; violations: Violation[] };

type CheckDeps = Pick<Deps, 'db' | 'keys'>;

const invariant = 'I18 the audit log is unaltered';
/** Without the key that an entry was written with, every entry is a violation, and there may be millions. */
const violationsAtMost = 1_000;

export type Findings = {
  rows: number;
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
  await checkEntries(deps, { end, parts: [allUpTo(end)] }, findings);
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

/** Checks the seal, the parts, and the entries that were not chained at `end`. */
export async function checkEntries(
  deps: CheckDeps,
  { end, parts }: { end: End; parts: Part[] },
  findings: Findings,
): Promise<void> {
  const check = { ...deps, findings, sealedUpTo: await checkSeal(deps, findings) };
  for (const part of parts) await checkPart(check, part);
  for await (const row of entriesWithout('position', deps.db, end.id)) {
    checkRow(check, row);
    findings.rows += 1;
  }
}

/** Entries with an id up to `sealedUpTo` are covered by the seal, and need no hash written with them. */
type Check = CheckDeps & { findings: Findings; sealedUpTo: number };

/**
 * Checks the entries after one position up to another, their links to the entries on both sides, and their
 * stored changes. A chained entry never changes again, so parts may be checked at different times.
 */
async function checkPart(check: Check, { after, upTo, isNewest = false }: Part): Promise<void> {
  const { db, findings } = check;
  const before = await lastUpTo(db, after);
  let previous = before?.hash ?? audit.beginning;
  let [first, last] = [before?.id ?? 0, before?.id ?? 0];
  const follow = (row: audit.AuditRow): void => {
    if (row.previous_hash !== previous)
      findings.complain(`row ${row.id}`, 'the previous row is missing or was changed');
    previous = row.hash ?? '';
  };
  for await (const row of chainedRows(db, { after, upTo })) {
    checkRow(check, row);
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
  await checkChanges(check, { first, last: isNewest ? Number.MAX_SAFE_INTEGER : last });
}

/**
 * Checks that the entries from before migration 0051 are exactly those that were sealed, unchanged. Returns
 * the last id that the seal covers.
 */
async function checkSeal(deps: CheckDeps, findings: Findings): Promise<number> {
  const seal = await readSeal(deps);
  if (seal === null) return Number.MIN_SAFE_INTEGER;
  const { count, digest } = await hashOfOldEntries(deps.db, seal.lastId);
  if (count !== seal.count || digest !== seal.digest)
    findings.complain(
      `seal ${seal.id}`,
      `covers ${seal.count} entries from before migration 0051, which have changed since`,
    );
  return seal.lastId;
}

/** The chaining process computes a valid chain hash for any row. The row's own MAC requires the key. */
function checkRow({ keys, findings, sealedUpTo }: Check, row: audit.AuditRow): void {
  const isOf = (hash: string | null, text: string): boolean =>
    hash !== null && keys.isMacOf(hash, 'audit', text);
  const isInPlace = row.position === null || isOf(row.hash, audit.covered(row, row.previous_hash));
  if (!isInPlace || (row.mac !== null && !isOf(row.mac, audit.covered(row))))
    findings.complain(`row ${row.id}`, 'was changed after it was written');
  else if (row.mac === null && row.id > sealedUpTo)
    findings.complain(`row ${row.id}`, 'has no hash: it was written before migration 0051, or was changed');
}

/** Reads by position and id. Unique positions are a table constraint, which the database owner can drop. */
const chainedRows = (db: Database, { after, upTo }: Part): AsyncGenerator<audit.AuditRow> =>
  readInBatches<audit.AuditRow>(batchSize, (last) => {
    const [position, id] = [last?.position ?? after, last?.id ?? Number.MAX_SAFE_INTEGER];
    return db
      .selectFrom('audit_log')
      .selectAll()
      .where(sql<boolean>`(position, id) > (${position}, ${id})`)
      .where('position', '<=', upTo)
      .orderBy('position')
      .orderBy('id')
      .limit(batchSize)
      .execute();
  });

/**
 * Compares stored changes with the hashes in their entries. Reads by id so that changes without an entry are
 * found too. Id ranges of parts may overlap, because a position is assigned after the commit.
 */
async function checkChanges(
  { db, keys, findings }: Check,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const changes = readInBatches<Change>(batchSize, (previous) =>
    db
      .selectFrom('audit_change')
      .leftJoin('audit_log', 'audit_log.id', 'audit_id')
      .select(['audit_id as id', 'before', 'after', 'before_hash', 'after_hash'])
      .where('audit_id', '>', previous?.id ?? first - 1)
      .where('audit_id', '<=', last)
      .orderBy('audit_id')
      .limit(batchSize)
      .execute(),
  );
  for await (const { id, ...change } of changes)
    if (
      !audit.isProven({ keys }, change.before_hash, change.before) ||
      !audit.isProven({ keys }, change.after_hash, change.after)
    )
      findings.complain(`change ${id}`, 'does not match its audit entry');
}

type Change = {
  id: number;
  before: unknown;
  after: unknown;
  before_hash: string | null;
  after_hash: string | null;
};
