/**
 * The append-only audit log: who did what to what. Each entry gets a keyed hash when it is written, and soon
 * a position in one chain (`audit-chain.ts`). An entry that is altered, or removed later, is detected.
 */
import type { Selectable } from 'kysely';
import type { AuditLog } from '#db/types.ts';
import type { Tx } from '#platform/database.ts';
import type { Keys } from '#platform/keys.ts';
import type { Clock } from '#ports/clock.ts';
import type { Person } from './mount.ts';
import { textOf } from './masking.ts';
import { currentRequest } from './request-context.ts';

type AuditDeps = { clock: Clock; keys: Keys };

export type AuditEntry = {
  /**
   * Who did it: an id, or `terminal`. Null for the shop itself, or for a person who is not identified yet.
   */
  actorId: string | null;
  /**
   * The person it was done for. Differs from the actor only while an administrator acts for a customer.
   * Defaults to the actor.
   */
  effectiveId?: string | null;
  /** What was done, such as `log_in` or `password_changed`. */
  action: string;
  /** The id of the object it was done to. */
  object: string;
  /** Only a keyed hash of these is stored, which is enough to detect a change. */
  before?: unknown;
  after?: unknown;
  /**
   * True for an act of staff: `before` and `after` are also stored, masked, for people to read. They can be
   * deleted without breaking the hashes.
   */
  isStored?: true;
  /** No personal data and no secrets: this is stored for years. */
  detail?: Record<string, string | number | boolean | null>;
};

/** A person at the machine's terminal, whom the shop cannot identify. No id looks like this. */
export const terminal = 'terminal';

/** The actor and the person it is done for. They differ while an administrator acts for a customer. */
export const by = (caller: Person): Required<Pick<AuditEntry, 'actorId' | 'effectiveId'>> => ({
  actorId: caller.actor?.userId ?? caller.userId,
  effectiveId: caller.userId,
});

/**
 * An act of staff, whose change is stored for people to read. Null means that no user was named, so the actor
 * is `terminal`.
 */
export const byStaff = (actorId: string | null): Required<Pick<AuditEntry, 'actorId' | 'isStored'>> => ({
  actorId: actorId ?? terminal,
  isStored: true,
});

export type AuditRow = Selectable<AuditLog>;
export const beginning = '0'.repeat(64);

/** Writes the entries in the given order. Takes no locks. */
export async function record(
  tx: Tx,
  { clock, keys }: AuditDeps,
  ...auditEntries: AuditEntry[]
): Promise<void> {
  if (auditEntries.length === 0) return;
  const at = clock.now();
  const entries = auditEntries.map((auditEntry) => toEntry(keys, auditEntry, at));
  const rows = entries.map((entry) => ({
    ...entry,
    detail: JSON.stringify(entry.detail),
    mac: keys.mac('audit', covered(entry)),
  }));
  if (!auditEntries.some(({ isStored }) => isStored))
    return void (await tx.insertInto('audit_log').values(rows).execute());
  const written = await tx.insertInto('audit_log').values(rows).returning('id').execute();
  const changes = auditEntries.flatMap(({ isStored, before, after }, index) =>
    isStored ? [{ audit_id: written[index]?.id ?? 0, before: stored(before), after: stored(after) }] : [],
  );
  await tx.insertInto('audit_change').values(changes).execute();
}

/** Records an act of staff with its change, which is stored for people to read. */
export const recordStaffAct = (
  tx: Tx,
  deps: AuditDeps,
  caller: Person,
  act: Omit<AuditEntry, 'actorId' | 'isStored'>,
): Promise<void> => record(tx, deps, { ...by(caller), isStored: true, ...act });

const stored = (value: unknown): string | null => (value === undefined ? null : textOf(value));

/** Whether the stored change matches the hash of its entry, with any current or retired key. */
export const isProven = ({ keys }: Pick<AuditDeps, 'keys'>, hash: string | null, value: unknown): boolean =>
  value === null ? true : hash !== null && keys.isMacOf(hash, 'audit', textOf(value));

/** The content of an entry, without its position in the chain and its hashes. */
type Entry = Omit<AuditRow, 'id' | 'position' | 'previous_hash' | 'hash' | 'mac' | 'appended_at'>;

function toEntry(keys: Keys, auditEntry: AuditEntry, at: Date): Entry {
  const request = currentRequest();
  const text = auditEntry.isStored ? textOf : JSON.stringify;
  const hashed = (value: unknown): string | null =>
    value === undefined ? null : keys.mac('audit', text(value));
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
  };
}

/**
 * The text that an entry's hashes cover; the chain's hash also covers the hash before it. Keys of `detail`
 * are sorted, because the database returns them in its own order. Every possible row has such a text, so one
 * malformed row cannot stop the chain.
 */
export function covered(entry: Entry, previousHash: string | null = null): string {
  const {
    at,
    actor_id: actor,
    effective_id: effective,
    ip,
    route,
    action,
    object,
    before_hash: before,
    after_hash: after,
  } = entry;
  return JSON.stringify([
    previousHash,
    momentOf(at),
    actor,
    effective,
    ip,
    route,
    action,
    object,
    before,
    after,
    detailOf(entry.detail),
  ]);
}

const detailOf = (detail: unknown): unknown =>
  typeof detail === 'object' && detail !== null
    ? Object.entries(detail).toSorted(([one], [other]) => (one < other ? -1 : 1))
    : detail;

/** The driver returns `infinity` as a number, and a year outside the range of Date as an invalid Date. */
const momentOf = (at: Date | number): string =>
  typeof at === 'number' || Number.isNaN(at.getTime()) ? String(at) : at.toISOString();
