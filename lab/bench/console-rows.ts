/**
 * Rows for `console.ts`: a year of orders and a third as many customers, in every kind and state, with their
 * search entries.
 */
import type { Database } from '#platform/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** Triggers are off during the inserts. The search entries are created afterwards, one kind at a time. */
export const fillConsole = (db: Database, orders: number, newestDaysAgo = 0): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`
      create temp table sale as select n, 1 + n % greatest(1, ${orders}::integer / 3) as who,
        now() - interval '365 days' + n::float8 / ${orders}::integer * (interval '364 days 23 hours' - ${newestDaysAgo}::integer * interval '1 day') as at,
        case when n % 50 = 0 then 'awaiting_payment' when n % 10 = 0 then 'in_progress' when n % 33 = 0 then 'canceled' else 'completed' end as status,
        case when n % 25 = 7 then 'credit' when n % 100 = 9 then 'free' else 'card' end as kind,
        case when n % 40 = 3 then 'refunded' when n % 40 = 5 then 'partially_refunded' when n % 200 = 11 then 'disputed' else 'none' end as after_sale
      from generate_series(1, ${orders}::integer) as n`.execute(connection);
    await sql`insert into app_user (id, email, first_name, last_name, phone, country, password_hash, password_changed_at, email_confirmed_at, created_at, updated_at)
      select 'usr_' || who, 'buyer-' || who || '@example.com', (array['Ama', 'Kwame', 'Linh', 'Mateo', 'Priya'])[1 + who % 5],
        (array['Okafor', 'Mensah', 'Nguyen', 'Silva', 'Patel', 'Weber', 'Rossi'])[1 + who % 7], '+23320' || lpad(who::text, 7, '0'), case when who % 100 = 7 then 'TV' else 'GH' end, 'x', at, at, at, at
      from (select who, min(at) as at from sale group by who) as people`.execute(connection);
    await sql`insert into cart (id, status, email, first_name, created_at, updated_at, user_id)
      select 'crt_' || n, case status when 'awaiting_payment' then 'pending' else 'completed' end, 'buyer-' || who || '@example.com', '', at, at, 'usr_' || who from sale`.execute(
      connection,
    );
    await sql`insert into shop_order (id, cart_id, user_id, status, kind, subtotal_cents, discount_cents, total_cents, created_at, accepted_at, completed_at, canceled_at, cancel_reason,
        first_name, last_name, email, country, phone, address_line1, fingerprint, after_sale)
      select 'ord_' || n, 'crt_' || n, 'usr_' || who, sale.status, kind, 5000 + n % 40000, case kind when 'free' then 5000 + n % 40000 else 0 end,
        case kind when 'free' then 0 else 5000 + n % 40000 end, at,
        case when sale.status in ('in_progress', 'completed') then at end, case sale.status when 'completed' then at + interval '9 days' end,
        case sale.status when 'canceled' then at end, case sale.status when 'canceled' then 'expired' end,
        first_name, last_name, email, 'GH', phone, '', '', case when sale.status in ('in_progress', 'completed') then after_sale else 'none' end
      from sale join app_user on app_user.id = 'usr_' || who`.execute(connection);
    await sql`insert into order_item (order_id, position, product_id, name, kind, total_cents)
      select 'ord_' || n, 0, 'ein-filing', 'EIN filing', 'simple', 5000 + n % 40000 from sale`.execute(
      connection,
    );
    await sql`insert into invoice (id, number, kind, order_id, status, amount_cents, paid_cents, bill_to, lines, created_at, issued_at, due_on, paid_at)
      select 'inv_' || n, 'INV-2026-' || lpad(n::text, greatest(6, length(n::text)), '0'), 'order', 'ord_' || n, 'paid', 14900, 14900, '{}', '[]', at, at, at::date, at from sale
      where status in ('in_progress', 'completed')`.execute(connection);
    await sql`insert into payment (id, order_id, invoice_id, status, amount_cents, received_cents, intent_ref, card_brand, card_last4, request, created_at, updated_at, succeeded_at)
      select 'pay_' || n, 'ord_' || n, 'inv_' || n, 'succeeded', 14900, 14900, 'pi_' || n, 'visa', lpad((n % 10000)::text, 4, '0'), '{}', at, at, at from sale
      where status in ('in_progress', 'completed')`.execute(connection);
    await fillMoney(connection);
    await sql`insert into alarm (kind, subject, detail, created_at) select 'payment_review', 'pay_' || n, 'For the bench', at from sale where n % 500 = 1`.execute(
      connection,
    );
    await fillCredit(connection);
    await sql`drop table sale`.execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
    await sql`analyze`.execute(connection);
    await fillSearch(connection);
  });

/**
 * Writes what `search_put` would, without a call per row, and builds the indexes at the end. Then the
 * triggers' own functions write a few of each kind again. They write nothing if an entry is already correct.
 */
async function fillSearch(db: Database): Promise<void> {
  const name = sql`trim(concat_ws(' ', first_name, last_name))`;
  const by = (
    at: RawBuilder<unknown>,
    kind: string,
    parts: Record<'id' | 'opens' | 'title' | 'detail' | 'words' | 'exact' | 'of', RawBuilder<unknown>>,
  ) =>
    sql`insert into search_entry (kind, id, opens, title, detail, words, exact, at)
      select ${kind}::text, ${parts.id}, ${parts.opens}, ${parts.title}, ${parts.detail}, lower(${parts.words}),
        (select array_agg(distinct lower(term) order by lower(term)) from unnest(${parts.exact}) as term where term <> ''), ${at} from ${parts.of}`.execute(
      db,
    );
  await sql`delete from search_entry where kind in ('customer', 'order', 'cart', 'invoice')`.execute(db);
  await sql`drop index search_entry_words, search_entry_exact`.execute(db);
  await sql`set maintenance_work_mem = '1GB'`.execute(db);
  await by(sql`app_user.created_at`, 'customer', {
    id: sql`app_user.id`,
    opens: sql`app_user.id`,
    title: sql`coalesce(nullif(${name}, ''), email)`,
    detail: sql`concat_ws(', ', email, company.legal_name)`,
    words: sql`concat_ws(' ', first_name, last_name, user_name, email, search_digits(app_user.phone), company.legal_name)`,
    exact: sql`array[app_user.id, email, search_digits(app_user.phone)]`,
    of: sql`app_user left join company on company.user_id = app_user.id where role = 'customer' and deleted_at is null`,
  });
  await by(sql`created_at`, 'order', {
    id: sql`id`,
    opens: sql`id`,
    title: sql`'S-' || number`,
    detail: sql`concat_ws(', ', nullif(${name}, ''), email, search_dollars(total_cents))`,
    words: sql`concat_ws(' ', 'S-' || number, first_name, last_name, email, search_digits(phone), company)`,
    exact: sql`array[id, 'S-' || number, number::text, email, search_digits(phone)]`,
    of: sql`shop_order`,
  });
  await by(sql`created_at`, 'cart', {
    id: sql`id`,
    opens: sql`id`,
    title: sql`'Cart of ' || email`,
    detail: sql`concat_ws(', ', nullif(${name}, ''), status)`,
    words: sql`concat_ws(' ', first_name, last_name, email, search_digits(phone_number))`,
    exact: sql`array[id, email, search_digits(phone_number)]`,
    of: sql`cart where status = 'pending' and email <> ''`,
  });
  await by(sql`invoice.issued_at`, 'invoice', {
    id: sql`invoice.id`,
    opens: sql`order_id`,
    title: sql`invoice.number`,
    detail: sql`concat_ws(', ', nullif(${name}, ''), search_dollars(invoice.amount_cents))`,
    words: sql`concat_ws(' ', invoice.number, first_name, last_name, email, company)`,
    exact: sql`array[invoice.id, invoice.number, processor_ref, credit_note.number]`,
    of: sql`invoice join shop_order on shop_order.id = order_id left join credit_note on credit_note.invoice_id = invoice.id where invoice.issued_at is not null`,
  });
  await sql`create index search_entry_words on search_entry using gin (words gin_trgm_ops)`.execute(db);
  await sql`create index search_entry_exact on search_entry using gin (exact)`.execute(db);
  for (const [kind, put] of Object.entries({
    customer: 'search_customer',
    order: 'search_order',
    cart: 'search_cart',
    invoice: 'search_invoice',
  })) {
    const few = sql`(select id from search_entry where kind = ${kind} order by id limit 5)`;
    const read = async () =>
      (
        await sql`select to_jsonb(search_entry) as entry from search_entry where kind = ${kind} and id in ${few} order by id`.execute(
          db,
        )
      ).rows;
    const before = await read();
    await sql`select ${sql.raw(put)}(id) from ${few} as few`.execute(db);
    if (JSON.stringify(before) !== JSON.stringify(await read()))
      throw new Error(`The entries of the search differ from those of ${put}`);
  }
}

/** A third of the customers have a company that applied, and most of these have a credit account. */
async function fillCredit(db: Database): Promise<void> {
  await sql`create temp table applicant as select who, at, n from (select who, min(at) as at, min(n) as n from sale group by who) as people where who % 3 = 0`.execute(
    db,
  );
  await sql`insert into company (id, user_id, legal_name, entity_type, formed_on, address_line1, city, state, postal_code, country, phone, website, applicant_role,
        attested_at, created_at, updated_at, erased_at)
      select 'com_' || who, 'usr_' || who, 'Company ' || who || ' LLC', 'llc', at::date - 400, '1 Main St', 'Austin', 'TX', '73301', 'US', '', '', 'owner', at, at, at, at
      from applicant`.execute(db);
  await sql`insert into credit_application (id, user_id, company_id, kind, state, applied_at, decided_at, again_on)
      select 'app_' || who, 'usr_' || who, 'com_' || who, 'first', state, at, case when state <> 'in_review' then at + interval '1 hour' end,
        case when state = 'declined' then at::date + 90 end
      from (select *, case when who % 60 = 0 then 'in_review' when who % 15 = 0 then 'declined' else 'approved' end as state from applicant) as decided`.execute(
    db,
  );
  await sql`insert into credit_account (id, user_id, status, close_reason, opened_at, closed_at, limit_cents, available_cents, hold_cents, owed_cents)
      select 'cra_' || who, 'usr_' || who, case when who % 30 = 0 then 'closed' else 'open' end, case when who % 30 = 0 then 'by_customer' end, at,
        case when who % 30 = 0 then at + interval '100 days' end, -50000, 50000 - who % 50000, 0, who % 50000
      from applicant where who % 15 <> 0 or who % 30 = 0`.execute(db);
  await sql`drop table applicant`.execute(db);
}

/** Refunds, disputes, and processor fees. Needs the table of sales. */
async function fillMoney(db: Database): Promise<void> {
  await sql`insert into refund (id, payment_id, amount_cents, reason, state, refund_ref, created_at, updated_at)
    select 'ref_' || n, 'pay_' || n, case after_sale when 'refunded' then 14900 else 4900 end, case when n % 80 = 3 then 'processor' else 'requested' end,
      case when n % 400 = 3 then 'failed' when n % 400 = 5 then 'pending' else 'succeeded' end, 're_' || n, at + interval '1 hour', at + interval '1 hour' from sale
    where status in ('in_progress', 'completed') and after_sale in ('refunded', 'partially_refunded')`.execute(
    db,
  );
  await sql`insert into credit_note (id, number, invoice_id, refund_id, amount_cents, bill_to, lines, issued_at)
    select 'cn_' || id, 'CN-' || id, 'inv_' || substring(payment_id from 5), id, amount_cents, '{}', '[]', created_at from refund where state = 'succeeded'`.execute(
    db,
  );
  await sql`insert into dispute (dispute_ref, payment_id, amount_cents, status, reason, withdrawn, closed, created_at, updated_at, answer_by)
    select 'du_' || n, 'pay_' || n, 14900, case when n % 1000 = 11 then 'needs_response' else 'lost' end, 'fraudulent', true, n % 1000 <> 11, at, at, at + interval '9 days' from sale
    where status in ('in_progress', 'completed') and after_sale = 'disputed'`.execute(db);
  await sql`insert into order_event (order_id, kind, subject, amount_cents, at) select order_id, 'dispute_opened', dispute_ref, dispute.amount_cents, dispute.created_at
    from dispute join payment on payment.id = payment_id`.execute(db);
  await sql`insert into processor_fee (fee_ref, amount_cents, taken_at) select 'txn_' || id, 462, succeeded_at from payment`.execute(
    db,
  );
  await sql`insert into sweep_cursor (name, position) values ('processor-fees', now())`.execute(db);
}
