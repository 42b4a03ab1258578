/**
 * SQL for idle carts and for decisions about reminders. Times are parameters: the shop clock decides what is
 * idle.
 */
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/database.ts';
import { type ReminderNumber, sendableAddress } from './rules.ts';

export type SkipReason = 'stopped' | 'too_many' | 'bought' | 'account_closed' | 'nothing_to_sell';

/** An order still waits for its payment, so the cart is being paid. */
const isBeingPaid = sql<boolean>`exists (select from shop_order where shop_order.cart_id = cart.id and shop_order.status = 'awaiting_payment')`;

/** Pending carts with an email address, unchanged since `before` and not being paid, oldest first. */
export const idleSince = async (db: Database, before: Date, atMost: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from cart where status = 'pending' and updated_at <= ${before} and email ~ ${sendableAddress} and not ${isBeingPaid}
      order by updated_at limit ${atMost}`.execute(db)
  ).rows.map(({ id }) => id);

/**
 * Abandoned carts whose first reminder was decided before `firstBefore` and second was not decided, oldest
 * first.
 */
export const waitingForSecond = async (
  db: Database,
  before: Date,
  firstBefore: Date,
  atMost: number,
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select cart.id from cart join cart_reminder first on first.cart_id = cart.id and first.number = 1
      where cart.status = 'abandoned' and cart.updated_at <= ${before} and first.created_at <= ${firstBefore} and email ~ ${sendableAddress}
        and not ${isBeingPaid} and not exists (select from cart_reminder where cart_id = cart.id and number = 2)
      order by cart.updated_at limit ${atMost}`.execute(db)
  ).rows.map(({ id }) => id);

/**
 * Marks open carts as lost that are unchanged since `before` and not being paid. Returns the number. One
 * query, limited to `atMost`.
 */
export const markLostSince = async (db: Database, before: Date, atMost: number): Promise<number> =>
  (
    await sql<{ id: string }>`
      update cart set status = 'lost' where status in ('pending', 'abandoned') and id in (
        select id from cart where status in ('pending', 'abandoned') and updated_at <= ${before} and not ${isBeingPaid}
        order by updated_at limit ${atMost} for update skip locked)
      returning id`.execute(db)
  ).rows.length;

/** Like `find` of the cart store, but skips a cart that is locked and returns undefined for it. */
export const lockUnlessBusy = async (
  tx: Tx,
  cartId: string,
): Promise<{ isBeingPaid: boolean } | undefined> => {
  const free = await sql`select from cart where id = ${cartId} for update skip locked`.execute(tx);
  if (free.rows.length === 0) return undefined;
  const { rows } = await sql<{
    paying: boolean;
  }>`select ${isBeingPaid} as paying from cart where id = ${cartId}`.execute(tx);
  return { isBeingPaid: rows[0]?.paying ?? true };
};

/**
 * Locks the address's row, so that two carts with one address are decided one after the other. Returns
 * whether it has opted out.
 */
export async function lockAddress(tx: Tx, hashes: readonly [string, ...string[]]): Promise<boolean> {
  await tx
    .insertInto('reminder_address')
    .values({ address_hash: hashes[0] })
    // The no-op update protects the row from the clean-up.
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet((eb) => ({ stopped_at: eb.ref('reminder_address.stopped_at') })),
    )
    .execute();
  const rows = await tx
    .selectFrom('reminder_address')
    .select('stopped_at')
    .where('address_hash', 'in', hashes)
    .orderBy('address_hash')
    .forUpdate()
    .execute();
  return rows.some(({ stopped_at: stoppedAt }) => stoppedAt !== null);
}

/** Deletes rows without a reminder or an opt-out. */
export const deleteUnused = async (tx: Tx, hashes: readonly string[]): Promise<void> =>
  void (await sql`
    delete from reminder_address where address_hash in (
      select address_hash from reminder_address kept
      where address_hash = any(${hashes}) and stopped_at is null
        and not exists (select from cart_reminder where cart_reminder.address_hash = kept.address_hash)
      for update skip locked)`.execute(tx));

export const isStopped = async (db: Database | Tx, hashes: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('reminder_address')
    .select('address_hash')
    .where('address_hash', 'in', hashes)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Reminders sent or queued to the address since then. */
export const countSince = async (tx: Tx, hashes: readonly string[], since: Date): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('cart_reminder')
        .leftJoin('mail', 'mail.reminder_id', 'cart_reminder.id')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('address_hash', 'in', hashes)
        .where('cart_reminder.created_at', '>', since)
        .where('skipped', 'is', null)
        .where('failed_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
  );

/**
 * Returns whether a purchase was made with this address or the cart's account after the cart last changed.
 */
export const hasBoughtSince = async (
  tx: Tx,
  email: string,
  userId: string | null,
  since: Date,
): Promise<boolean> =>
  (
    await sql`
      select from shop_order where accepted_at > ${since} and (
        (user_id is null and lower(email) = ${email})
        or user_id in (select id from app_user where (email = ${email} and deleted_at is null) or id = ${userId}))
      limit 1`.execute(tx)
  ).rows.length > 0;

export type Owner = { email: string; firstName: string; isConfirmed: boolean; mayLogIn: boolean };

export async function findOwner(tx: Tx, userId: string): Promise<Owner | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(['email', 'first_name', 'email_confirmed_at', 'disabled_at', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    email: row.email,
    firstName: row.first_name,
    isConfirmed: row.email_confirmed_at !== null,
    mayLogIn: row.disabled_at === null && row.deleted_at === null,
  };
}

export type Decision = {
  id: string;
  cartId: string;
  number: ReminderNumber;
  addressHash: string;
  skipped: SkipReason | null;
  now: Date;
};

/** Returns false if the decision exists; each is made once. */
export async function insert(
  tx: Tx,
  { id, cartId, number, addressHash, skipped, now }: Decision,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('cart_reminder')
    .values({ id, cart_id: cartId, number, address_hash: addressHash, skipped, created_at: now })
    .onConflict((conflict) => conflict.columns(['cart_id', 'number']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Returns whether a reminder may be sent: its cart is still abandoned, unchanged since the decision, and not
 * being paid.
 */
export const isSendable = async (db: Database, reminderId: string): Promise<boolean> =>
  (
    await sql`
      select from cart_reminder join cart on cart.id = cart_reminder.cart_id
      where cart_reminder.id = ${reminderId} and cart.status = 'abandoned' and cart.updated_at <= cart_reminder.created_at and not ${isBeingPaid}
        and exists (select from cart_item where cart_id = cart.id)
        and not exists (select from reminder_address stopped where stopped.address_hash = cart_reminder.address_hash and stopped_at is not null)`.execute(
      db,
    )
  ).rows.length > 0;

/** The address of a reminder, independent of the state of its cart. */
export const addressOf = async (db: Database | Tx, reminderId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('cart_reminder')
      .select('address_hash')
      .where('id', '=', reminderId)
      .executeTakeFirst()
  )?.address_hash ?? null;

/** Returns false if it was already stopped. */
export async function stop(tx: Tx, addressHash: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('reminder_address')
    .values({ address_hash: addressHash, stopped_at: now })
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet({ stopped_at: now })
        .where('reminder_address.stopped_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
