/** SQL for a person's company. The EIN arrives encrypted and as a keyed hash, never as plain text. */
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Company as Row } from '#db/types.ts';
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';

export type CompanyRow = Selectable<Row>;
export type Company = Pick<
  CompanyRow,
  'legal_name' | 'entity_type' | 'formation_state' | 'formed_on' | 'address_line1' | 'city' | 'state'
> &
  Pick<CompanyRow, 'postal_code' | 'country' | 'phone' | 'website' | 'applicant_role'> &
  Partial<Pick<CompanyRow, 'ein_sealed' | 'ein_index' | 'ein_last4'>>;

/** Returns null if none was entered or it was erased. */
export const findOf = async (db: Database | Tx, userId: string): Promise<CompanyRow | null> =>
  (await db
    .selectFrom('company')
    .selectAll()
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()) ?? null;

export async function insert(tx: Tx, id: string, userId: string, company: Company, now: Date): Promise<void> {
  await tx
    .insertInto('company')
    .values({ id, user_id: userId, ...company, attested_at: now, created_at: now, updated_at: now })
    .execute();
}

export async function update(tx: Tx, id: string, company: Company, now: Date): Promise<void> {
  await tx
    .updateTable('company')
    .set({ ...company, attested_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Serializes decisions for all EINs. Processes with different secrets share no EIN hash to lock, and an EIN
 * must not appear in a query. Lock order: after the person, before the account.
 */
export const lockEins = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('ein', 0))`.execute(tx));

/** `einIndexes`: the hash under every known key. */
export const isElsewhere = async (
  tx: Database | Tx,
  einIndexes: readonly string[],
  userId: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('company')
    .select('id')
    .where('ein_index', 'in', einIndexes)
    .where('user_id', '<>', userId)
    .executeTakeFirst()) !== undefined ||
  (await tx
    .selectFrom('credit_account')
    .select('id')
    .where('ein_index', 'in', einIndexes)
    .where('user_id', '<>', userId)
    .executeTakeFirst()) !== undefined;

/** Matches this person or this business. */
export const wasWrittenOff = async (
  tx: Database | Tx,
  einIndexes: readonly string[],
  userId: string,
): Promise<boolean> =>
  (await tx
    .selectFrom('credit_account')
    .select('id')
    .where('close_reason', '=', 'written_off')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('ein_index', 'in', einIndexes)]))
    .executeTakeFirst()) !== undefined;

/** Returns whether an earlier account of this person was closed with a limit below `limit`. */
export async function hadLowerLimit(tx: Database | Tx, userId: string, limit: Cents): Promise<boolean> {
  const earlier = await tx
    .selectFrom('credit_account')
    .select((eb) =>
      eb
        .selectFrom('credit_movement')
        .select('limit_cents')
        .whereRef('account_id', '=', 'credit_account.id')
        .where('kind', '=', 'closed')
        .orderBy('id', 'desc')
        .limit(1)
        .as('given_back'),
    )
    .where('user_id', '=', userId)
    .where('status', '=', 'closed')
    .executeTakeFirst();
  return earlier !== undefined && (earlier.given_back ?? 0) < limit;
}

const paidByCard = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('shop_order')
    .innerJoin('payment', 'payment.order_id', 'shop_order.id')
    .where('user_id', '=', userId)
    .where('payment.status', '=', 'succeeded')
    .where('payment.amount_cents', '>', 0);

/**
 * Requires a card payment above $0 for an order of this account, neither refunded nor disputed. A won dispute
 * does not count as disputed.
 */
export const hasPaidByCard = async (db: Database | Tx, userId: string): Promise<boolean> =>
  (await paidByCard(db, userId)
    .select('payment.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.payment_id', '=', 'payment.id')
            .where('refund.state', '<>', 'failed'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dispute')
            .select('dispute_ref')
            .whereRef('dispute.payment_id', '=', 'payment.id')
            .where('dispute.status', '<>', 'won'),
        ),
      ),
    )
    .executeTakeFirst()) !== undefined;

export type OrderBilling = {
  name: string;
  company: string | null;
  addressLine1: string;
  country: string;
  phone: string;
};

/** Billing details of the newest order paid by card, or null. */
export async function newestBilling(db: Database | Tx, userId: string): Promise<OrderBilling | null> {
  const row = await paidByCard(db, userId)
    .select(['first_name', 'last_name', 'company', 'address_line1', 'country', 'phone'])
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const {
    first_name: firstName,
    last_name: lastName,
    company,
    address_line1: addressLine1,
    country,
    phone,
  } = row;
  return { name: `${firstName} ${lastName}`.trim(), company, addressLine1, country, phone };
}

/** The row stays, because applications and decisions refer to it, but without personal data. */
export async function erase(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('company')
    .set({
      legal_name: '',
      entity_type: 'other',
      formation_state: null,
      formed_on: '1970-01-01',
      address_line1: '',
      city: '',
      state: '',
    })
    .set({ postal_code: '', country: '', phone: '', website: '', applicant_role: 'other' })
    .set({ ein_sealed: null, ein_index: null, ein_last4: null, erased_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .execute();
}
