/**
 * SQL that erases a user from all rows. Accounting data stays: orders with their dates, products, amounts and
 * country. The statements about orders and carts may run again, to erase what a concurrent purchase wrote.
 */
import { buyerFields, invoiceColumns, mapNames, noInvoiceTexts } from '#kernel/billing-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import * as mail from '#modules/mail/store.ts';
import type { Database, Tx } from '#platform/database.ts';

/** The country stays, because it determines where the sale was made. */
const { country: _, ...erasedBuyerFields } = buyerFields;
const erasedFields = Object.values(erasedBuyerFields);

const namelessOrder = {
  ...mapNames(
    erasedFields.map(({ orderColumn }) => orderColumn),
    () => '',
  ),
  ...mapNames(invoiceColumns, () => null),
  first_name: 'Deleted',
  last_name: 'account',
  email: mail.deletedAddress,
  fingerprint: '',
};
const namelessBillTo = {
  name: 'Deleted account',
  email: mail.deletedAddress,
  addressLine1: '',
  ...noInvoiceTexts,
};
const emptyCart = {
  ...mapNames([...erasedFields.map(({ cartColumn }) => cartColumn), ...invoiceColumns], () => ''),
  language: null,
};

export const waitingOrders = async (db: Database | Tx, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('shop_order')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'awaiting_payment')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** An open dispute still needs the customer's data as evidence. */
export const hasOpenDispute = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .innerJoin('shop_order', 'shop_order.id', 'payment.order_id')
    .select('dispute_ref')
    .where('shop_order.user_id', '=', userId)
    .where('closed', '=', false)
    .executeTakeFirst()) !== undefined;

/** Blocks transactions that would write a row referencing the user, until this one ends. */
export const lockOnly = async (tx: Tx, userId: string): Promise<void> =>
  void (await tx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute());

export async function closeAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  const emptied = {
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
      ...emptied,
      email: mail.deletedAddress,
      password_hash: null,
      password_changed_at: null,
      deleted_at: now,
      updated_at: now,
    })
    .set({
      registration_mark: null,
      two_factor_secret: null,
      two_factor_enabled_at: null,
      two_factor_last_step: null,
    })
    .where('id', '=', userId)
    .execute();
  await tx.updateTable('session').set({ device: '', ip: '' }).where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx.deleteFrom('email_change').where('user_id', '=', userId).execute();
}

/** Erases by address what was written before the account existed, or without it. */
export async function eraseAddress(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('account_request').where('email', '=', email).execute();
  await tx.deleteFrom('contact_message').where(sql`lower(email)`, '=', email).execute();
  await mail.eraseOf(tx, email);
  await eraseGuestData(tx, email);
}

/**
 * An order that is still payable stays until it is paid or canceled, because it may be in checkout right now.
 */
async function eraseGuestData(tx: Tx, email: string): Promise<void> {
  const isTheirs = sql<boolean>`user_id is null and lower(email) = ${email}`;
  await sql`
    update webhook_inbox set payload = '' where done_at is not null and payload <> '' and intent_ref in (
      select intent_ref from payment join shop_order on shop_order.id = payment.order_id where ${isTheirs} and shop_order.status <> 'awaiting_payment')`.execute(
    tx,
  );
  await sql`delete from cart where ${isTheirs} and not exists (select from shop_order where cart_id = cart.id)`.execute(
    tx,
  );
  await tx.updateTable('cart').set(emptyCart).where(isTheirs).execute();
  await eraseBillTo(tx, sql`select id from shop_order where ${isTheirs} and status <> 'awaiting_payment'`);
  await tx
    .updateTable('shop_order')
    .set(namelessOrder)
    .where(isTheirs)
    .where('status', '<>', 'awaiting_payment')
    .execute();
}

/** Invoices and credit notes are stored as the law requires, but without the bill-to. Subscriptions too. */
async function eraseBillTo(tx: Tx, orderIds: RawBuilder<unknown>): Promise<void> {
  const anonymizedBillTo = sql`bill_to || ${JSON.stringify(namelessBillTo)}::jsonb`;
  await sql`update invoice set bill_to = ${anonymizedBillTo} where bill_to is not null and order_id in (${orderIds})`.execute(
    tx,
  );
  await sql`
    update credit_note set bill_to = ${anonymizedBillTo} where invoice_id in (select id from invoice where order_id in (${orderIds}))`.execute(
    tx,
  );
  await sql`update subscription set bill_to = bill_to || ${JSON.stringify(namelessBillTo)}::jsonb, billing_email = ${mail.deletedAddress},
    card_brand = null, card_last4 = null, card_exp_month = null, card_exp_year = null where order_id in (${orderIds})`.execute(
    tx,
  );
  await sql`update webhook_inbox set payload = '' where done_at is not null and payload <> '' and about in ('subscription', 'invoice') and object_ref in (
    select subscription_ref from subscription where order_id in (${orderIds})
    union all select processor_ref from invoice where order_id in (${orderIds}))`.execute(tx);
  await sql`update webhook_inbox set payload = '' where done_at is not null and payload <> '' and object_ref in (
    select setup_ref from subscription_card_setup where subscription_id in (select id from subscription where order_id in (${orderIds})))`.execute(
    tx,
  );
  await sql`delete from subscription_card_setup where subscription_id in (select id from subscription where order_id in (${orderIds}))`.execute(
    tx,
  );
  await sql`delete from card_link where subscription_id in (select id from subscription where order_id in (${orderIds}))`.execute(
    tx,
  );
}

export async function erasePurchases(tx: Tx, userId: string): Promise<void> {
  // Webhook payloads about the payments contain names and addresses; their effects are in our own rows.
  await sql`
    update webhook_inbox set payload = '' where done_at is not null and payload <> '' and intent_ref in (
      select intent_ref from payment join shop_order on shop_order.id = payment.order_id where user_id = ${userId})`.execute(
    tx,
  );
  await sql`
    update webhook_inbox set payload = '' where done_at is not null and payload <> '' and object_ref in (
      select setup_ref from card_setup where user_id = ${userId})`.execute(tx);
  await eraseStaffWork(tx, userId);
  await eraseBillTo(tx, sql`select id from shop_order where user_id = ${userId}`);
  await tx.updateTable('shop_order').set(namelessOrder).where('user_id', '=', userId).execute();
  await sql`delete from cart where user_id = ${userId} and not exists (select from shop_order where cart_id = cart.id)`.execute(
    tx,
  );
  // Two statements, because one with an "or" would scan all carts of the shop.
  await tx.updateTable('cart').set(emptyCart).where('user_id', '=', userId).execute();
  await tx
    .updateTable('cart')
    .set(emptyCart)
    .where('id', 'in', (eb) => eb.selectFrom('shop_order').select('cart_id').where('user_id', '=', userId))
    .execute();
  await tx.deleteFrom('card_setup').where('user_id', '=', userId).execute();
}

/**
 * Erases staff notes about the user, and the values that staff changed. The actions stay in the audit log as
 * hashes only.
 */
async function eraseStaffWork(tx: Tx, userId: string): Promise<void> {
  const objectIds = sql`select ${userId}::text union all select id from shop_order where user_id = ${userId}`;
  await sql`delete from staff_note where about_id in (${objectIds})`.execute(tx);
  await sql`
    delete from audit_change where audit_id in (
      select id from audit_log where object in (${objectIds}) union select id from audit_log where effective_id = ${userId})`.execute(
    tx,
  );
}

export type AtProcessor = { customerRef: string | null; request: unknown; keyedAt: Date | null };

export async function findAtProcessor(db: Database, userId: string): Promise<AtProcessor | null> {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('customer_request', 'customer_request.user_id', 'app_user.id')
    .select(['customer_ref', 'request', 'keyed_at'])
    .where('app_user.id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { customerRef: row.customer_ref, request: row.request, keyedAt: row.keyed_at };
}

export async function eraseAtProcessor(
  tx: Tx,
  userId: string,
  { recordRequest }: { recordRequest: boolean },
): Promise<void> {
  await tx.updateTable('app_user').set({ customer_ref: null }).where('id', '=', userId).execute();
  if (!recordRequest) await tx.deleteFrom('customer_request').where('user_id', '=', userId).execute();
}

export const closedSince = async (tx: Tx, since: Date): Promise<string[]> =>
  (
    await tx
      .selectFrom('app_user')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where((eb) => eb.or([eb('deleted_at', '>', since), eb('customer_ref', 'is not', null)]))
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
