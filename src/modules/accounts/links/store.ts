/** SQL for the tokens that links in emails carry. Only their hashes are here; at most one of a purpose works for a person. */
import type { Selectable } from 'kysely';
import type { OneTimeToken } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Purpose } from './rules.ts';

export type TokenRow = Selectable<OneTimeToken>;
export type NewToken = { id: string; userId: string; purpose: Purpose; hash: Buffer; expiresAt: Date };

export async function insert(tx: Tx, token: NewToken, now: Date): Promise<void> {
  await tx
    .insertInto('one_time_token')
    .values({
      id: token.id,
      user_id: token.userId,
      purpose: token.purpose,
      hash: token.hash,
      expires_at: token.expiresAt,
      created_at: now,
    })
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
