/**
 * The seven variables of a commercial trade file for each account at the end of each month, and their file
 * (docs: design/credit.md).
 */
import { addDays } from '#kernel/credit-terms.ts';
import * as notices from './notices.ts';
import { moveCursor, readCursor } from '#platform/cursors.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sql } from 'kysely';

/** The last finished month, as 2026-10. */
export const endedMonth = (now: Date): string =>
  addDays(`${now.toISOString().slice(0, 7)}-01`, -1).slice(0, 7);

/**
 * Stores the end of the last month with a line for every account, so the ledger is not read again until the
 * next month ends.
 */
const closedCursor = 'bureau-months';
const dayMs = 86_400_000;

/** Written once for each account opened by then, from the ledger as of the end of the month. */
export async function closeMonth({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const month = endedMonth(clock.now());
  const end = `${clock.now().toISOString().slice(0, 7)}-01`;
  const endsAt = new Date(`${end}T00:00:00Z`);
  const closedTo = await readCursor(db, closedCursor);
  if (closedTo !== null && closedTo >= endsAt) return;
  const { numAffectedRows } = await sql`
    with book as (
      select account.id, movement.at, movement.kind, movement.invoice_id, movement.owed_cents, movement.inputs,
        sum(movement.owed_cents) over (partition by account.id order by movement.id) as running
      from credit_account account join credit_movement movement on movement.account_id = account.id
      where movement.at < ${end}::timestamptz and not exists (
        select from bureau_month done where done.account_id = account.id and done.month = ${month})
    ), open_invoice as (
      select book.id, book.invoice_id, sum(book.owed_cents) as owed, invoice.due_on
      from book join invoice on invoice.id = book.invoice_id group by book.id, book.invoice_id, invoice.due_on having sum(book.owed_cents) > 0
    ), late as (
      select id, (${end}::date - 1) - due_on as days, owed from open_invoice where due_on < ${end}::date - 1
      union all
      select id, ((inputs ->> 'paidAt')::timestamptz at time zone 'UTC')::date - (inputs ->> 'dueOn')::date, 0 from book
      where kind = 'paid' and at >= ${`${month}-01`}::timestamptz
    ), worst as (
      select id, max(days) as days, sum(owed) as past_due from late group by id
    )
    insert into bureau_month (account_id, month, as_of, manner, high_cents, owing_cents, past_due_cents, terms, last_sale_on)
    select book.id, ${month}, ${end}::date - 1,
      case when bool_and(book.owed_cents = 0) then 'none'
        when max(worst.days) >= 91 then 'late_91' when max(worst.days) >= 61 then 'late_61' when max(worst.days) >= 31 then 'late_31' else 'prompt' end,
      coalesce(max(book.running) filter (where book.at >= ${end}::timestamptz - interval '12 months'), 0),
      sum(book.owed_cents), coalesce(max(worst.past_due), 0), 'Net 30', max((book.at at time zone 'UTC')::date) filter (where book.kind = 'held')
    from book left join worst on worst.id = book.id
    group by book.id
    on conflict do nothing`.execute(db);
  // Not on the first day: a transaction started before the end of the month may still be committing.
  if (numAffectedRows === 0n && clock.now().getTime() - endsAt.getTime() > dayMs)
    await moveCursor(db, closedCursor, endsAt);
}

const emailsInASweep = 500;

/** Emails each connected customer once about what was sent in the last finished month. */
export async function emailMonth(deps: Deps): Promise<void> {
  const month = endedMonth(deps.clock.now());
  const from = `${month}-01`;
  const { rows } = await sql<{
    id: string;
    user_id: string;
    reported: number;
    accepted: number;
    rejected: number;
    waiting: number;
  }>`
    select connection.id, connection.user_id, count(*)::integer as reported,
      (count(*) filter (where report.withdrawn_at is null and report.counterparty_status = 'accepted' and report.bureau_status = 'accepted'))::integer as accepted,
      (count(*) filter (where 'rejected' in (report.counterparty_status, report.bureau_status)))::integer as rejected,
      (count(*) filter (where report.withdrawn_at is null and 'rejected' not in (report.counterparty_status, report.bureau_status)
        and 'pending' in (report.counterparty_status, report.bureau_status)))::integer as waiting
    from bureau_connection connection join bureau_report report on report.connection_id = connection.id
    where connection.state <> 'ended' and coalesce(connection.told_month, '') < ${month}
      and report.sent_at >= ${from}::timestamptz and report.sent_at < ${from}::timestamptz + interval '1 month'
    group by connection.id limit ${emailsInASweep}`.execute(deps.db);
  for (const { id, user_id: userId, reported, accepted, rejected, waiting } of rows)
    await deps.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('bureau_connection')
        .set({ told_month: month })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('told_month', 'is', null), eb('told_month', '<', month)]))
        .executeTakeFirst();
      const takenBack = reported - accepted - rejected - waiting;
      if (numUpdatedRows === 1n)
        await notices.notify(tx, deps, userId, {
          kind: 'reporting_month',
          month,
          reported,
          accepted,
          rejected,
          waiting,
          takenBack,
        });
    });
}

export type MonthRow = {
  account: string;
  business: string;
  as_of: string;
  manner: string;
  high: string;
  owing: string;
  past_due: string;
  terms: string;
  last_sale_on: string | null;
};

/** In account order; amounts in dollars with two decimals. */
export async function monthFile(db: Database, month: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select account.id as account, coalesce(company.legal_name, '') as business, to_char(closed.as_of, 'YYYY-MM-DD') as as_of, closed.manner,
      to_char(closed.high_cents / 100.0, 'FM999999990.00') as high, to_char(closed.owing_cents / 100.0, 'FM999999990.00') as owing,
      to_char(closed.past_due_cents / 100.0, 'FM999999990.00') as past_due, closed.terms, to_char(closed.last_sale_on, 'YYYY-MM-DD') as last_sale_on
    from bureau_month closed join credit_account account on account.id = closed.account_id
    left join company on company.user_id = account.user_id
    where closed.month = ${month} order by account.id`.execute(db);
  return rows;
}
