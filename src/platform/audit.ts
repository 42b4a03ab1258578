/**
 * The audit log: who did what to what, added and never changed. Each entry carries a keyed hash of itself from the first moment, and soon
 * a place in one chain (`audit-chain.ts`), so that one that is altered, or cut out later, is noticed.
 */
import type { Selectable } from 'kysely';
import type { AuditLog } from '#db/types.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from './mount.ts';
import { textOf } from './masking.ts';
import { currentRequest } from './request-context.ts';

export type AuditEntry = {
  /** Who did it: an id, or `terminal`. Null for the shop itself, or for somebody who is not known yet. */
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
  /** What `before` and `after` say is kept as well, masked, for people to read: an act of staff. It can be deleted, and the hashes prove it. */
  isStored?: true;
  /** No personal data and no secrets: this stays for years. */
  detail?: Record<string, string | number | boolean | null>;
};

/** Whoever sits at the terminal of the machine: known to the machine, and not to us by name. No id looks like it. */
export const terminal = 'terminal';

/** An actor who is not the person it is done for: an administrator who acts for a customer. */
export const by = (caller: Person): Required<Pick<AuditEntry, 'actorId' | 'effectiveId'>> => ({
  actorId: caller.actor?.userId ?? caller.userId,
  effectiveId: caller.userId,
});

/** An act of our staff, whose change is kept for people to read. Null: nobody was named, so it was whoever sits at the terminal. */
export const byStaff = (actorId: string | null): Required<Pick<AuditEntry, 'actorId' | 'isStored'>> => ({
  actorId: actorId ?? terminal,
  isStored: true,
});

export type AuditRow = Selectable<AuditLog>;
export const beginning = '0'.repeat(64);

/** In the order they are given in. Waits for nobody. */
export async function record(tx: Tx, { clock, keys }: Pick<Deps, 'clock' | 'keys'>, ...auditEntries: AuditEntry[]): Promise<void> {
  if (auditEntries.length === 0) return;
  const at = clock.now();
  const entries = auditEntries.map((auditEntry) => toEntry(keys, auditEntry, at));
  const rows = entries.map((entry) => ({ ...entry, detail: JSON.stringify(entry.detail), mac: keys.mac('audit', covered(entry)) }));
  if (!auditEntries.some(({ isStored }) => isStored)) return void (await tx.insertInto('audit_log').values(rows).execute());
  const written = await tx.insertInto('audit_log').values(rows).returning('id').execute();
  const changes = auditEntries.flatMap(({ isStored, before, after }, index) =>
    isStored ? [{ audit_id: written[index]?.id ?? 0, before: stored(before), after: stored(after) }] : [],
  );
  await tx.insertInto('audit_change').values(changes).execute();
}

const stored = (value: unknown): string | null => (value === undefined ? null : textOf(value));

/** Whether what is kept of a change is what its entry was made of; with any of the keys of the past. */
export const isProven = ({ keys }: Pick<Deps, 'keys'>, hash: string | null, value: unknown): boolean =>
  value === null ? true : hash !== null && keys.isMacOf(hash, 'audit', textOf(value));

/** What an entry says. Its place in the chain and its hashes are no part of it. */
type Entry = Omit<AuditRow, 'id' | 'position' | 'previous_hash' | 'hash' | 'mac' | 'appended_at'>;

function toEntry(keys: Deps['keys'], auditEntry: AuditEntry, at: Date): Entry {
  const request = currentRequest();
  const text = auditEntry.isStored ? textOf : JSON.stringify;
  const hashed = (value: unknown): string | null => (value === undefined ? null : keys.mac('audit', text(value)));
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
 * What an entry's hashes are made over; for that of the chain with the hash before it. Keys of `detail` are sorted: the database keeps them in an
 * order of its own. Whatever somebody put into the table has a text, so that no row keeps the others from their places.
 */
export function covered(entry: Entry, previousHash: string | null = null): string {
  const { at, actor_id: actor, effective_id: effective, ip, route, action, object, before_hash: before, after_hash: after } = entry;
  return JSON.stringify([previousHash, momentOf(at), actor, effective, ip, route, action, object, before, after, detailOf(entry.detail)]);
}

const detailOf = (detail: unknown): unknown =>
  typeof detail === 'object' && detail !== null ? Object.entries(detail).toSorted(([one], [other]) => (one < other ? -1 : 1)) : detail;

/** The driver makes `infinity` a number, and a year that a Date cannot tell an invalid one. */
const momentOf = (at: Date | number): string => (typeof at === 'number' || Number.isNaN(at.getTime()) ? String(at) : at.toISOString());
