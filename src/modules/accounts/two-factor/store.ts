/**
 * SQL for the second factor. The caller always locks the user's row, so two log-ins with the same code are
 * serialized.
 */
import type { Database, Tx } from '#platform/database.ts';

/** Stores an unconfirmed secret, which does not protect the account yet. */
export async function begin(tx: Tx, userId: string, sealed: string, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ two_factor_secret: sealed, two_factor_last_step: null, updated_at: now })
    .where('id', '=', userId)
    .where('two_factor_enabled_at', 'is', null)
    .execute();
}

export async function enable(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ two_factor_enabled_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Also stores the secret sealed with the newest key, so that an older key can be retired. */
export async function rememberStep(tx: Tx, userId: string, step: number, sealed: string): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ two_factor_last_step: step, two_factor_secret: sealed })
    .where('id', '=', userId)
    .execute();
}

export async function remove(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx
    .updateTable('app_user')
    .set({
      two_factor_secret: null,
      two_factor_enabled_at: null,
      two_factor_last_step: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: string[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash, created_at: now })))
    .execute();
}

export const unusedRecoveryCodes = async (db: Database | Tx, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('recovery_code')
      .select('hash')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  ).map(({ hash }) => hash);

export async function useRecoveryCode(tx: Tx, userId: string, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .execute();
}
