/**
 * Seals the audit entries from before migration 0051. They have a position in the chain but no MAC, so an
 * upgrade cannot tell them from entries inserted later. An operator seals them once: their count and digest
 * are stored in an audit entry that has a MAC. Every check then detects changes to them.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as audit from '#platform/audit.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { readInBatches } from '#platform/in-batches.ts';

const action = 'audit_log_sealed';
const migration = '0051_audit_chained_afterwards.sql';
export const batchSize = 500;

/** `id`: the entry that holds the seal. It covers entries without a MAC up to `lastId`. */
export type Seal = { id: number; count: number; lastId: number; digest: string };

type SealDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;

/**
 * Returns null when nothing was sealed. A forged seal is ignored, because only the shop's key can produce its
 * MAC.
 */
export async function readSeal({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<Seal | null> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  const row = rows.find(
    (entry) => entry.mac !== null && keys.isMacOf(entry.mac, 'audit', audit.covered(entry)),
  );
  if (row === undefined) return null;
  const { count, lastId, digest } = row.detail as Omit<Seal, 'id'>;
  return { id: row.id, count, lastId, digest };
}

/** Reads entries without a MAC, or without a position in the chain, in id order up to `lastId`. */
export const entriesWithout = (
  column: 'mac' | 'position',
  db: Database | Tx,
  lastId: number,
): AsyncGenerator<audit.AuditRow> =>
  readInBatches<audit.AuditRow>(batchSize, (last) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where(column, 'is', null)
      .where('id', '>', last?.id ?? Number.MIN_SAFE_INTEGER)
      .where('id', '<=', lastId)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  );

/** Hashes every entry without a MAC up to `lastId`, with its position and chain hash, in id order. */
export async function hashOfOldEntries(
  db: Database | Tx,
  lastId: number,
): Promise<{ count: number; digest: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const row of entriesWithout('mac', db, lastId)) {
    hash.update(JSON.stringify([row.id, row.position, row.hash, audit.covered(row, row.previous_hash)]));
    count += 1;
  }
  return { count, digest: hash.digest('hex') };
}

export type Sealing =
  | { kind: 'sealed'; seal: Seal }
  | { kind: 'nothing' }
  | { kind: 'sealed_before'; seal: Seal };

/**
 * Idempotent: the first seal stays.
 * @throws `SealRefused` when an entry without a MAC is younger than migration 0051 in this database, or its
 *   place in the chain is wrong.
 */
export async function sealOldEntries(deps: SealDeps): Promise<Sealing> {
  await chainAuditLog(deps);
  const before = await readSeal(deps);
  if (before !== null) return { kind: 'sealed_before', seal: before };
  return deps.db.transaction().execute(async (tx) => {
    const { count, lastId, younger } = await oldEntries(tx);
    if (younger !== null)
      throw refused(`entry ${younger} has no hash, although it is newer than migration 0051`);
    if (count === 0) return { kind: 'nothing' };
    await assertInPlace(tx, deps, lastId);
    const { digest } = await hashOfOldEntries(tx, lastId);
    const detail = { count, lastId, digest };
    await audit.record(tx, deps, { actorId: audit.terminal, action, object: 'audit_log', detail });
    const { id } = await tx
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return { kind: 'sealed', seal: { id, ...detail } };
  });
}

export class SealRefused extends Error {
  override name = 'SealRefused';
}

const refused = (why: string): SealRefused =>
  new SealRefused(`Nothing was sealed: ${why}. npm run admin -- verify names every violation.`);

type OldEntries = { count: number; lastId: number; younger: number | null };

/**
 * The migration gave each existing entry the entry's own time and its id as position. An older entry was
 * therefore appended before the migration, has its id as position, and precedes every entry with a MAC. A
 * database that began with the baseline has no older entry.
 */
async function oldEntries(tx: Tx): Promise<OldEntries> {
  const { rows } = await sql<OldEntries>`
    with old as (
      select id, applied_at is not null and appended_at <= applied_at and position = id
        and id < coalesce((select min(id) from audit_log where mac is not null), 9223372036854775807) as is_older
      from audit_log left join schema_migration on name = ${migration}
      where mac is null)
    select count(*)::int as count, coalesce(max(id), 0)::int8 as "lastId", min(id) filter (where not is_older) as younger from old`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, lastId: 0, younger: null };
}

async function assertInPlace(tx: Tx, { keys }: Pick<Deps, 'keys'>, lastId: number): Promise<void> {
  let previous: string | null = audit.beginning;
  for await (const row of entriesWithout('mac', tx, lastId)) {
    const isOwn = row.hash !== null && keys.isMacOf(row.hash, 'audit', audit.covered(row, row.previous_hash));
    if (!isOwn || row.previous_hash !== previous)
      throw refused(`entry ${row.id} was changed after it was written`);
    previous = row.hash;
  }
}
