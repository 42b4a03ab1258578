/**
 * SQL that reads a user's stored data for export. Excludes hashes, secrets, and addresses of other people.
 */
import { invoiceColumns } from '#kernel/billing-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '#platform/database.ts';

export type Person = { userId: string; email: string };
type Row = Record<string, unknown>;

const questions: Record<string, (person: Person) => RawBuilder<Row>> = {
  profile: ({ userId }) => sql`
    select id, email, first_name, last_name, user_name, phone, address, city, country, language, created_at, updated_at, email_confirmed_at,
      password_changed_at, two_factor_enabled_at, customer_ref as number_at_our_card_processor
    from app_user where id = ${userId}`,
  'pending-email-change': ({ userId }) => sql`
    select new_email, asked_at, old_confirmed_at, new_confirmed_at, expires_at from email_change where user_id = ${userId}`,
  'unpaid-orders': ({ userId }) => sql`
    select 'S-' || number as number, created_at, canceled_at, subtotal_cents / 100.0 as subtotal, discount_cents / 100.0 as discount,
      total_cents / 100.0 as total, first_name, last_name, email, country, phone, address_line1, language,
      (select json_agg(name order by position) from order_item where order_id = shop_order.id) as items
    from shop_order where user_id = ${userId} and status = 'canceled' order by created_at`,
  'credit-notes': ({ userId }) => sql`
    select credit_note.number, invoice.number as invoice, 'S-' || shop_order.number as order, credit_note.status, credit_note.issued_at, voided_at,
      (credit_note.amount_cents / 100.0)::float8 as amount, credit_note.bill_to as billed_to
    from credit_note join invoice on invoice.id = invoice_id join shop_order on shop_order.id = invoice.order_id
    where user_id = ${userId} order by credit_note.issued_at`,
  'renewal-consents': ({ userId }) => sql`
    select subscription.id as subscription, name, price_cents / 100.0 as price, period, terms_version, terms_agreed_at, billing_email
    from subscription join shop_order on shop_order.id = order_id where user_id = ${userId} order by subscription.created_at`,
  carts: ({ userId }) => sql`
    select id, status, first_name, last_name, email, phone_number, address_line1, country, ${sql.join(invoiceColumns.map((column) => sql.ref(column)))}, discount_code, language, created_at, updated_at,
      (select json_agg(product_id order by position) from cart_item where cart_id = cart.id) as products
    from cart where user_id = ${userId} order by created_at`,
  sessions: ({ userId }) => sql`
    select device, ip as address, created_at, last_used_at, expires_at, revoked_at as ended_at, revoke_reason as ended_because
    from session where user_id = ${userId} order by created_at`,
  emails: ({ email }) => sql`
    select created_at as written_at, sent_at, subject from mail where lower(to_address) = ${email} order by created_at`,
  messages: ({ email }) => sql`
    select received_at, first_name, last_name, email, contact, country, message, sms_consent,
      (select json_agg(json_build_object('answered_at', sent_at, 'answer', text) order by sent_at) from contact_answer
        where message_id = contact_message.id and sent_at is not null) as our_answers
    from contact_message where lower(email) = ${email} order by received_at`,
  consents: ({ email }) => sql`
    select consent.kind, given_at, page, email, phone, client_address as address, consent_text.text
    from consent join consent_text on consent_text.kind = consent.kind and consent_text.version = consent.version
    where lower(email) = ${email} order by given_at`,
  company: ({ userId }) => sql`
    select legal_name, entity_type, formation_state, formed_on::text as formed_on, '*****' || ein_last4 as ein, address_line1, city, state, postal_code,
      country, phone, website, applicant_role as your_role, attested_at, created_at, updated_at
    from company where user_id = ${userId} and erased_at is null`,
  'credit-applications': ({ userId }) => sql`
    select kind, state, applied_at, decided_at, again_on::text as again_on,
      (select json_agg(json_build_object('decided_at', at, 'outcome', outcome, 'reasons', array_remove(reasons, 'ein_elsewhere'),
        'rules', rule_version, 'from', inputs - 'einIsElsewhere',
        'by', case when rule_version = 'by_staff' or inputs ? 'byStaff' then 'our staff' else 'our published rules' end) order by credit_decision.id)
        from credit_decision where application_id = credit_application.id) as decisions,
      (select json_agg(json_build_object('agreed_at', given_at, 'address', client_address, 'text', consent_text.text))
        from credit_consent join consent_text using (kind, version) where application_id = credit_application.id) as agreed_to
    from credit_application where user_id = ${userId} order by applied_at`,
  'credit-ledger': ({ userId }) => sql`
    select at, credit_movement.kind, reason, rule_version as rules, inputs as because, (-credit_movement.limit_cents / 100.0)::float8 as "limit",
      (credit_movement.available_cents / 100.0)::float8 as available, (credit_movement.hold_cents / 100.0)::float8 as held,
      (credit_movement.owed_cents / 100.0)::float8 as owed, 'S-' || shop_order.number as order, invoice.number as invoice
    from credit_movement join credit_account on credit_account.id = account_id
    left join shop_order on shop_order.id = credit_movement.order_id left join invoice on invoice.id = credit_movement.invoice_id
    where credit_account.user_id = ${userId} order by credit_movement.id`,
  'credit-holds': ({ userId }) => sql`
    select credit_freeze.kind as because_of, reason, started_at, ended_at from credit_freeze join credit_account on credit_account.id = account_id
    where user_id = ${userId} order by started_at`,
  reporting: ({ userId }) => sql`
    select connected_at, ended_at, state, profile_id as business_at_factiiv, business_name, bureau_user_id as user_at_factiiv from bureau_connection
    where user_id = ${userId} order by connected_at`,
  'reporting-consents': ({ userId }) => sql`
    select terms_version as words_of, agreed_at, withdrawn_at from reporting_consent where user_id = ${userId} order by agreed_at`,
  reports: ({ userId }) => sql`
    select item.kind, item.state, item.happened_at, (item.amount_cents / 100.0)::float8 as amount, 'S-' || shop_order.number as order, item.reason,
      report.sent_at, report.fields as sent, dispute_message as you_wrote, disputed_at, dispute_answer as we_answered, answered_at
    from reporting_item item left join bureau_report report on report.id = item.report_id left join shop_order on shop_order.id = item.order_id
    where item.user_id = ${userId} order by item.happened_at, item.id`,
  'credit-scores': ({ userId }) => sql`
    select read_at, value, trade_lines from credit_score where user_id = ${userId} order by read_at`,
  'monthly-figures': ({ userId }) => sql`
    select month, as_of::text as as_of, manner as manner_of_payment, (high_cents / 100.0)::float8 as high, (owing_cents / 100.0)::float8 as owing,
      (past_due_cents / 100.0)::float8 as past_due, terms, last_sale_on::text as last_sale_on
    from bureau_month join credit_account on credit_account.id = account_id where user_id = ${userId} order by month`,
  'recovery-codes': ({ userId }) => sql`
    select created_at, used_at from recovery_code where user_id = ${userId} order by created_at, used_at`,
  // The IP address is omitted when staff acted, because it is not the customer's.
  activity: ({ userId }) => sql`
    select at, action, case when actor_id = ${userId} then 'you' when actor_id is null then 'not known, or the shop itself' else 'our support' end as by,
      case when actor_id = ${userId} or actor_id is null then ip else '' end as address
    from audit_log where effective_id = ${userId} or actor_id = ${userId} order by id`,
  'support-access': ({ userId }) => sql`
    select created_at, expires_at, revoked_at as ended_at, reason from impersonation_grant where target_id = ${userId} order by created_at`,
};

/** When archives were delivered since then, oldest first. */
export const archiveReads = async (tx: Tx, userId: string, since: Date): Promise<Date[]> =>
  (
    await tx
      .selectFrom('audit_log')
      .select('at')
      .where('effective_id', '=', userId)
      .where('action', '=', 'archive_read')
      .where('at', '>', since)
      .orderBy('id')
      .execute()
  ).map(({ at }) => at);

/** Keyed by the name of the output file. */
export async function readAll(db: Database, person: Person): Promise<Record<string, Row[]>> {
  const read = Object.entries(questions).map(
    async ([name, ask]) => [name, (await ask(person).execute(db)).rows] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}
