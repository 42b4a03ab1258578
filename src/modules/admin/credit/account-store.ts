/** SQL for credit accounts as staff see them, and for past-due totals. Read only. */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** The outstanding amount of an open Net 30 invoice, by the ledger. */
const owing = sql`
  select credit_movement.account_id, invoice.id, invoice.due_on, sum(credit_movement.owed_cents)::bigint as owed_cents
  from invoice join credit_movement on credit_movement.invoice_id = invoice.id
  where invoice.kind = 'net30' and invoice.status = 'open' and invoice.due_on is not null`;
const each = sql`group by credit_movement.account_id, invoice.id having sum(credit_movement.owed_cents) > 0`;

export type AccountRow = {
  id: string;
  user_id: string;
  name: string;
  email: string;
  legal_name: string | null;
  status: 'open' | 'closed';
  opened_at: Date;
  limit_cents: number;
  available_cents: number;
  owed_cents: number;
  past_due_cents: number;
  due_first: string | null;
  is_frozen: boolean;
};

/** `today`: a UTC day. */
export async function rowsOf(db: Database, ids: readonly string[], today: string): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AccountRow>`
    with late as (
      select account_id, sum(owed_cents)::bigint as past_due_cents, min(due_on)::text as due_first
      from (${owing} and invoice.due_on < ${today}::date and credit_movement.account_id = any(${ids}) ${each}) as owing group by account_id)
    select account.id, account.user_id, trim(concat_ws(' ', first_name, last_name)) as name, email, nullif(legal_name, '') as legal_name,
      account.status, opened_at, limit_cents, available_cents, owed_cents, coalesce(past_due_cents, 0) as past_due_cents, due_first,
      exists (select from credit_freeze where credit_freeze.account_id = account.id and ended_at is null) as is_frozen
    from credit_account account
    join app_user on app_user.id = account.user_id
    left join company on company.user_id = account.user_id
    left join late on late.account_id = account.id
    where account.id = any(${ids})`.execute(db);
  return rows;
}

/**
 * Condition: the account owes an invoice that was due `from` to `until` days ago. `until` null: no upper
 * limit.
 */
export const owesLate = (
  today: string,
  from: number,
  until: number | null,
): RawBuilder<boolean> => sql<boolean>`credit_account.id in (
  select account_id from (${owing} and invoice.due_on <= ${today}::date - ${from}::int
    and (${until}::int is null or invoice.due_on >= ${today}::date - ${until}::int) ${each}) as owing)`;

export const isFrozen = sql<boolean>`exists (select from credit_freeze where account_id = credit_account.id and ended_at is null)`;

export type Aged = {
  from: 'not_due' | '1' | '31' | '61' | '91';
  owed_cents: number;
  invoices: number;
  accounts: number;
};

/** Outstanding amounts by days past due; empty buckets are omitted. */
export async function aging(db: Database, today: string): Promise<Aged[]> {
  const { rows } = await sql<Aged>`
    select case when days < 1 then 'not_due' when days < 31 then '1' when days < 61 then '31' when days < 91 then '61' else '91' end as from,
      sum(owed_cents)::bigint as owed_cents, count(*)::int as invoices, count(distinct account_id)::int as accounts
    from (select ${today}::date - due_on as days, owing.* from (${owing} ${each}) as owing) as aged group by 1`.execute(
    db,
  );
  return rows;
}

export const ownerOf = (db: Database, accountId: string) =>
  db
    .selectFrom('credit_account')
    .innerJoin('app_user', 'app_user.id', 'credit_account.user_id')
    .leftJoin('company', 'company.user_id', 'credit_account.user_id')
    .select(['credit_account.user_id', 'first_name', 'last_name', 'email', 'legal_name'])
    .where('credit_account.id', '=', accountId)
    .executeTakeFirst();
