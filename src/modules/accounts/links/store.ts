/** SQL for the tokens that links in emails carry. Only their hashes are here; at most one of a purpose works for a person. */
import { type Selectable, sql } from 'kysely';
import type { OneTimeToken } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Purpose } from './rules.ts';

export type TokenRow = Selectable<OneTimeToken>;
export type NewToken = { id: string; userId: string; purpose: Purpose; hash: Buffer; expiresAt: Date };

/** `inPlaceOf`: links of these purposes that still work give way to it, in the same statement. */
export async function insert(tx: Tx, token: NewToken, inPlaceOf: Purpose[], now: Date): Promise<void> {
  const { id, userId, purpose, hash, expiresAt } = token;
  await tx
    .with('voided', (query) =>
      query
        .updateTable('one_time_token')
        .set({ voided_at: now })
        .where('user_id', '=', userId)
        .where(sql<boolean>`purpose = any(${inPlaceOf}::text[])`)
        .where('used_at', 'is', null)
        .where('voided_at', 'is', null)
        .returning('one_time_token.id'),
    )
    .insertInto('one_time_token')
    .columns(['id', 'user_id', 'purpose', 'hash', 'expires_at', 'created_at'])
    .expression((eb) =>
      eb
        // Counting them has them voided before the new one comes, of which only one may work.
        .selectFrom((inner) =>
          inner
            .selectFrom('voided')
            .select(({ fn }) => fn.countAll().as('links'))
            .as('counted'),
        )
        .select([
          eb.val(id).as('id'),
          eb.val(userId).as('user_id'),
          eb.val(purpose).as('purpose'),
          eb.val(hash).as('hash'),
          eb.val(expiresAt).as('expires_at'),
          eb.val(now).as('created_at'),
        ]),
    )
    .execute();
}

/** Whatever became of it. */
export const find = (db: Database | Tx, hash: Buffer, purpose: Purpose): Promise<TokenRow | undefined> =>
  db.selectFrom('one_time_token').selectAll().where('hash', '=', hash).where('purpose', '=', purpose).executeTakeFirst();

/** Uses the token up and answers whose it was; null when it cannot be used. Of many at once exactly one gets an answer. */
export async function consume(tx: Tx, hash: Buffer, purpose: Purpose, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function voidAll(tx: Tx, userId: string, purposes: Purpose[], now: Date): Promise<void> {
  await tx
    .updateTable('one_time_token')
    .set({ voided_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}
