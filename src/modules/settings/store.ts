/** SQL for settings: versioned groups of values, of which the newest version is current. */
import { defaultSchedule } from '#kernel/credit-terms.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { allDefaults, type StoredKey, type Values } from './values.ts';

export type Version<K extends StoredKey = StoredKey> = {
  version: number;
  value: Values[K];
  at: Date;
  by: string | null;
};

/** Fills fields that were added after the group was stored with their defaults. */
const completed = <K extends StoredKey>(key: K, value: unknown): Values[K] => ({
  ...allDefaults[key],
  ...(value as Partial<Values[K]>),
});

/** The current value of each group that was ever changed. */
export async function readCurrent(db: Database | Tx): Promise<{ values: Partial<Values>; version: string }> {
  const rows = await db
    .selectFrom('setting')
    .distinctOn('key')
    .select(['key', 'version', 'value'])
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute();
  const knownRows = rows.filter(({ key }) => Object.hasOwn(allDefaults, key));
  return {
    values: Object.fromEntries(knownRows.map(({ key, value }) => [key, completed(key as StoredKey, value)])),
    version: knownRows.map(({ key, version }) => `${key}${version}`).join(),
  };
}

/** Newest first, at most `atMost`. */
export async function versionsOf<K extends StoredKey>(
  db: Database | Tx,
  key: K,
  atMost: number,
): Promise<Version<K>[]> {
  const rows = await db
    .selectFrom('setting')
    .leftJoin('app_user', 'app_user.id', 'changed_by')
    .select(['setting.version', 'value', 'changed_at', 'first_name'])
    .where('key', '=', key)
    .orderBy('setting.version', 'desc')
    .limit(atMost)
    .execute();
  return rows.map(({ version, value, changed_at: at, first_name: by }) => ({
    version,
    value: completed(key, value),
    at,
    by,
  }));
}

/** The newest version of each changed group, with its date and author. */
export const newestOfEach = (db: Database) =>
  db
    .selectFrom('setting')
    .leftJoin('app_user', 'app_user.id', 'changed_by')
    .distinctOn('key')
    .select(['key', 'setting.version', 'value', 'changed_at', 'first_name'])
    .orderBy('key')
    .orderBy('setting.version', 'desc')
    .execute();

type NewVersion = { key: StoredKey; version: number; value: unknown; at: Date; by: string };

/** Returns false when another transaction has just created this version. */
export async function insert(tx: Tx, { key, version, value, at, by }: NewVersion): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('setting')
    .values({ key, version, value: JSON.stringify(value), changed_at: at, changed_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The value that was current at a given time. */
export async function valueAt<K extends StoredKey>(db: Database | Tx, key: K, at: Date): Promise<Values[K]> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .where('changed_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return completed(key, row?.value ?? {});
}

/** SQL expression: the bonus in basis points that was promised at the time in a column. */
export const bonusPromisedAt = (column: string): RawBuilder<number> => sql<number>`coalesce((
  select (value ->> 'bonusBasisPoints')::integer from setting
  where key = 'credit' and changed_at <= ${sql.ref(column)} order by version desc limit 1), ${defaultSchedule.bonusBasisPoints}::integer)`;
