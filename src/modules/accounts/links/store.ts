/** SQL for the tokens in emailed links. Stores only hashes; at most one usable token per user and purpose. */
import { type Selectable, sql } from 'kysely';
import type { OneTimeToken } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Purpose } from './rules.ts';

export type TokenRow = Selectable<OneTimeToken>;
export type NewToken = { id: string; userId: string; purpose: Purpose; hash: Buffer; expiresAt: Date };

/** Voids usable links of the purposes `inPlaceOf` in the same statement. */
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
        // Counting the voided rows forces that update to run first; only one token may be usable.
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

/** Finds a token in any state. */
export const find = (db: Database | Tx, hash: Buffer, purpose: Purpose): Promise<TokenRow | undefined> =>
  db
    .selectFrom('one_time_token')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/**
 * Consumes the token and returns its user ID; null when it is not usable. Of concurrent calls exactly one
 * succeeds.
 */
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
