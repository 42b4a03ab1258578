/** SQL for settings: groups of values, of which the newest version is current. */
import { defaultSchedule } from '#kernel/credit-terms.ts';
import { historyIn } from '#modules/versions/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { allDefaults, type StoredKey, type Values } from './values.ts';

export const settingHistory = historyIn<{ value: unknown }>('setting', {
  object: 'key',
  verb: 'changed',
  content: ['value'],
});

/** Fills fields that were added after the group was stored with their defaults. */
export const completed = <K extends StoredKey>(key: K, value: unknown): Values[K] => ({
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
  return completed(key, row?.value);
}

/** SQL expression: the bonus in basis points that was promised at the time in a column. */
export const bonusPromisedAt = (column: string): RawBuilder<number> => sql<number>`coalesce((
  select (value ->> 'bonusBasisPoints')::integer from setting
  where key = 'credit' and changed_at <= ${sql.ref(column)} order by version desc limit 1), ${defaultSchedule.bonusBasisPoints}::integer)`;
