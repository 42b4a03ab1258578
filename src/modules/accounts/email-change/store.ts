/** SQL for pending email changes. */
import type { Database, Tx } from '#platform/database.ts';

export type EmailChange = {
  newEmail: string;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
  expiresAt: Date;
};
export type Side = 'old' | 'new';

/** Replaces a pending change, with neither address confirmed. */
export async function save(
  tx: Tx,
  userId: string,
  { newEmail, now, expiresAt }: { newEmail: string; now: Date; expiresAt: Date },
): Promise<void> {
  const row = {
    new_email: newEmail,
    old_confirmed_at: null,
    new_confirmed_at: null,
    asked_at: now,
    expires_at: expiresAt,
  };
  await tx
    .insertInto('email_change')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Null when no change is pending, or when it has expired. */
export async function find(db: Database | Tx, userId: string, now: Date): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('email_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    newEmail: row.new_email,
    oldConfirmedAt: row.old_confirmed_at,
    newConfirmedAt: row.new_confirmed_at,
    expiresAt: row.expires_at,
  };
}

export async function confirm(tx: Tx, userId: string, side: Side, now: Date): Promise<void> {
  await tx
    .updateTable('email_change')
    .set(side === 'old' ? { old_confirmed_at: now } : { new_confirmed_at: now })
    .where('user_id', '=', userId)
    .execute();
}

export async function remove(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('email_change').where('user_id', '=', userId).execute();
}
