/**
 * SQL for visitors' requests about an address. A row exists from the request until its job has answered it by
 * email.
 */
import type { Tx } from '#platform/database.ts';

export type Registration = {
  firstName: string;
  lastName: string;
  userName: string;
  phone: string;
  address: string;
  city: string;
  country: string;
  /** As sent by the page. */
  language?: string | undefined;
  /** SHA-256 in base64url of the mark that the registering browser stores. */
  markHash?: string | undefined;
};

export type AccountRequest =
  | { kind: 'register'; email: string; registration: Registration; passwordHash: string }
  | { kind: 'forgot_password' | 'resend_confirmation'; email: string };

export async function insert(tx: Tx, id: string, request: AccountRequest, now: Date): Promise<void> {
  const isRegistration = request.kind === 'register';
  await tx
    .insertInto('account_request')
    .values({
      id,
      kind: request.kind,
      email: request.email,
      registration: isRegistration ? JSON.stringify(request.registration) : null,
      password_hash: isRegistration ? request.passwordHash : null,
      created_at: now,
    })
    .execute();
}

/** Removes and returns the request. A repeated job finds nothing; after a rollback the row is still there. */
export async function take(tx: Tx, id: string): Promise<AccountRequest | null> {
  const row = await tx.deleteFrom('account_request').where('id', '=', id).returningAll().executeTakeFirst();
  if (row === undefined) return null;
  if (row.kind !== 'register') return { kind: row.kind, email: row.email };
  return {
    kind: row.kind,
    email: row.email,
    registration: row.registration as Registration,
    passwordHash: row.password_hash ?? '',
  };
}
