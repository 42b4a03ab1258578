/** SQL for user accounts. Callers always pass addresses in the form that `normalizeEmail` returns. */
import { type Selectable, sql } from 'kysely';
import type { AppUser } from '#db/types.ts';
import type { Database, Tx } from '#platform/database.ts';

export type User = Selectable<AppUser>;
export type Details = Pick<User, 'first_name' | 'last_name' | 'phone' | 'address' | 'city' | 'country'>;
/** Details just entered by the user, possibly on a page in another language. */
type NewDetails = Details & Partial<Pick<User, 'language'>>;
export type NewUser = NewDetails &
  Pick<User, 'id' | 'email' | 'user_name' | 'password_hash'> &
  Partial<Pick<User, 'registration_mark'>>;

export const findByEmail = (db: Database | Tx, email: string): Promise<User | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const find = (db: Database | Tx, id: string): Promise<User | undefined> =>
  db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Locks the account until the transaction ends, which serializes changes to the passwords, tokens and
 * sessions of one user.
 */
export const lock = (tx: Tx, id: string): Promise<User | undefined> =>
  tx.selectFrom('app_user').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const lockByEmail = (tx: Tx, email: string): Promise<User | undefined> =>
  tx
    .selectFrom('app_user')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Like `resetRegistration`, for the customer account of an address whose owner has not confirmed it yet.
 * Returns its ID, locked; null when there is no such account. Confirmed, disabled and staff accounts are not
 * matched, so this never waits for their locks.
 */
export async function resetUnconfirmedRegistration(
  tx: Tx,
  email: string,
  details: NewDetails,
  now: Date,
): Promise<string | null> {
  const row = await registrationReset(tx, details, now)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('role', '=', 'customer')
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns false when another account has just taken the address. */
export async function insert(tx: Tx, user: NewUser, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('app_user')
    .values({
      ...user,
      password_changed_at: user.password_hash === null ? null : now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function updateDetails(
  tx: Tx,
  id: string,
  details: Partial<NewDetails & Pick<User, 'user_name'>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({ ...details, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Runs before the user is locked, because settling an order locks the order first. */
export async function setLanguageOfOrders(tx: Tx, userId: string, language: User['language']): Promise<void> {
  await tx
    .updateTable('shop_order')
    .set({ language })
    .where('user_id', '=', userId)
    .where('language', '<>', language)
    .execute();
}

export async function setPassword(tx: Tx, id: string, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: hash, password_changed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Stores the same password hashed at the current cost. Nothing else changes. */
export async function replaceHash(db: Database, id: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

export async function confirmEmail(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ email_confirmed_at: now, registration_mark: null, updated_at: now })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .execute();
}

/** Returns false when another account has taken the address. */
export async function changeEmail(tx: Tx, id: string, email: string, now: Date): Promise<boolean> {
  await sql`savepoint change_email`.execute(tx);
  try {
    await tx
      .updateTable('app_user')
      .set({ email, email_confirmed_at: now, updated_at: now })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    await sql`rollback to savepoint change_email`.execute(tx);
    return false;
  }
}

/** Moves an unconfirmed account to another address. Returns false when another account has the address. */
export async function moveUnconfirmed(tx: Tx, id: string, email: string, now: Date): Promise<boolean> {
  await sql`savepoint move_unconfirmed`.execute(tx);
  try {
    await tx
      .updateTable('app_user')
      .set({ email, updated_at: now })
      .where('id', '=', id)
      .where('email_confirmed_at', 'is', null)
      .execute();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    await sql`rollback to savepoint move_unconfirmed`.execute(tx);
    return false;
  }
}

/** Closes an account that was never used and has no orders, and erases its personal data. */
export async function closeEmpty(tx: Tx, id: string, closedAddress: string, now: Date): Promise<void> {
  const empty = {
    first_name: '',
    last_name: '',
    user_name: '',
    phone: '',
    address: '',
    city: '',
    country: '',
  };
  await tx
    .updateTable('app_user')
    .set({
      ...empty,
      email: closedAddress,
      password_hash: null,
      password_changed_at: null,
      deleted_at: now,
      updated_at: now,
    })
    .set({ registration_mark: null })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .execute();
}

/**
 * Resets an unconfirmed registration: overwrites its details and removes the password until a new one is set.
 */
export async function resetRegistration(tx: Tx, id: string, details: NewDetails, now: Date): Promise<void> {
  await registrationReset(tx, details, now).where('id', '=', id).execute();
}

const registrationReset = (tx: Tx, details: NewDetails, now: Date) =>
  tx
    .updateTable('app_user')
    .set({
      ...details,
      user_name: '',
      password_hash: null,
      password_changed_at: null,
      registration_mark: null,
      updated_at: now,
    })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('email_confirmed_at', 'is', null);
