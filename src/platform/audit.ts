/**
 * The audit log: who did what to what, added and never changed. Each row's hash covers the row before it, so a row that is altered or
 * cut out later is noticed; it is keyed, so whoever can write to the database still cannot write a chain of their own.
 * Record last in a transaction: the chain is one for all, and whoever writes it makes the others wait.
 */
import { type Selectable, sql } from 'kysely';
import type { AuditLog } from '#db/types.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { currentRequest } from './request-context.ts';

export type AuditEntry = {
  /** Who did it. Null for the shop itself, or for somebody who is not known yet. */
  actorId: string | null;
  /** For whom: another person than the actor only while an administrator acts for a customer. The actor unless told. */
  effectiveId?: string | null;
  /** What was done, such as `log_in` or `password_changed`. */
  action: string;
  /** What it was done to: an id. */
  object: string;
  /** Only a keyed hash of these is kept, enough to tell that something changed. */
  before?: unknown;
  after?: unknown;
  /** No personal data and no secrets: this stays for years. */
  detail?: Record<string, string | number | boolean | null>;
};

export type AuditRow = Selectable<AuditLog>;
export const beginning = '0'.repeat(64);

/** The chain's own lock; the number is arbitrary and belongs to nothing else. */
const chainLock = 4_100_901;

/** In the order they are given in, and best all of a transaction at once. Nothing to record makes nobody wait. */
export async function record(tx: Tx, { clock, keys }: Pick<Deps, 'clock' | 'keys'>, ...auditEntries: AuditEntry[]): Promise<void> {
  if (auditEntries.length === 0) return;
  // The function locks, and then reads what whoever held the lock before has written.
  const { rows } = await sql<{ hash: string | null }>`select lock_audit_chain(${chainLock}) as hash`.execute(tx);
  let previous = rows[0]?.hash ?? beginning;
  const at = clock.now();
  const links = auditEntries.map((auditEntry) => {
    const row = toRow(keys, auditEntry, at, previous);
    previous = keys.mac('audit', covered(row));
    return { ...row, detail: JSON.stringify(row.detail), hash: previous };
  });
  await tx.insertInto('audit_log').values(links).execute();
}

function toRow(keys: Deps['keys'], auditEntry: AuditEntry, at: Date, previous: string): Omit<AuditRow, 'id' | 'hash'> {
  const request = currentRequest();
  const hashed = (value: unknown): string | null => (value === undefined ? null : keys.mac('audit', JSON.stringify(value)));
  return {
    at,
    actor_id: auditEntry.actorId,
    effective_id: auditEntry.effectiveId === undefined ? auditEntry.actorId : auditEntry.effectiveId,
    ip: request?.client ?? '',
    route: request?.route ?? '',
    action: auditEntry.action,
    object: auditEntry.object,
    before_hash: hashed(auditEntry.before),
    after_hash: hashed(auditEntry.after),
    detail: auditEntry.detail ?? {},
    previous_hash: previous,
  };
}

/** What a row's hash is made over. Keys of `detail` are sorted: the database keeps them in an order of its own. */
export function covered(row: Omit<AuditRow, 'id' | 'hash'>): string {
  const detail = Object.entries(row.detail as object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const { at, actor_id: actor, effective_id: effective, ip, route, action, object, before_hash: before, after_hash: after } = row;
  return JSON.stringify([row.previous_hash, at.toISOString(), actor, effective, ip, route, action, object, before, after, detail]);
}
