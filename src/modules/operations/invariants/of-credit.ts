/**
 * Invariants of credit: the ledger, its holds and debts, and what must have happened by now. Each query must
 * return no rows.
 */
import { sql } from 'kysely';
import type { Question } from './of-work.ts';

export const questionsOfCredit: Question[] = [
  {
    invariant: 'I1 each ledger movement sums to zero, and an account balance is the sum of its movements',
    ask: (of) => sql`
      select credit_account.id as subject, format('says %s %s %s %s, its movements %s %s %s %s', credit_account.limit_cents,
        credit_account.available_cents, credit_account.hold_cents, credit_account.owed_cents, book.limit_cents, book.available_cents,
        book.hold_cents, book.owed_cents) as detail
      from credit_account cross join lateral (
        select coalesce(sum(limit_cents), 0) as limit_cents, coalesce(sum(available_cents), 0) as available_cents,
          coalesce(sum(hold_cents), 0) as hold_cents, coalesce(sum(owed_cents), 0) as owed_cents
        from credit_movement where account_id = credit_account.id) as book
      where ${of.accounts('credit_account.id')} and (row (credit_account.limit_cents, credit_account.available_cents, credit_account.hold_cents, credit_account.owed_cents)::text
          <> row (book.limit_cents, book.available_cents, book.hold_cents, book.owed_cents)::text
        or credit_account.limit_cents + credit_account.available_cents + credit_account.hold_cents + credit_account.owed_cents <> 0)`,
  },
  {
    invariant: 'I2 available credit is below zero only after a limit was lowered or a payment was returned',
    ask: (of) => sql`
      select id as subject, format('available %s', available_cents) as detail from credit_account
      where ${of.accounts('id')} and available_cents < 0 and not exists (
        select from credit_movement where account_id = credit_account.id
          and kind in ('returned', 'booster_back', 'bonus_back', 'lowered'))`,
  },
  {
    invariant: 'I2 a closed account grants nothing',
    ask: (of) => sql`
      select id as subject, format('closed %s, available %s', close_reason, available_cents) as detail
      from credit_account where ${of.accounts('id')} and status = 'closed' and available_cents > 0`,
  },
  {
    invariant: 'I1 the ledger and an invoice agree on what the invoice owes',
    ask: (of) => sql`
      select invoice.id as subject, format('%s, %s of %s cents paid, the book says invoiced %s, paid %s, back %s, credited %s, owed %s', status, paid_cents,
        amount_cents, invoiced, paid, returned, credited, owed) as detail
      from invoice cross join lateral (
        select coalesce(sum(owed_cents), 0) as owed, coalesce(sum(owed_cents) filter (where kind = 'invoiced'), 0) as invoiced,
          -coalesce(sum(owed_cents) filter (where kind = 'paid'), 0) as paid, coalesce(sum(owed_cents) filter (where kind = 'returned'), 0) as returned,
          -coalesce(sum(owed_cents) filter (where kind = 'credited'), 0) as credited
        from credit_movement where invoice_id = invoice.id) as book
      where ${of.invoices('invoice.id')} and kind = 'net30' and issued_at is not null and (invoiced <> amount_cents or (status = 'void' and owed <> 0)
        or (status in ('open', 'paid') and owed <> amount_cents - paid_cents))`,
  },
  {
    invariant: 'I1 only orders on credit owe or hold anything',
    ask: (of) => sql`
      select order_id as subject, format('total %s, held %s', total_cents, sum(hold_cents)) as detail
      from credit_movement join shop_order on shop_order.id = order_id
      where ${of.orders('order_id')}
      group by order_id, total_cents having sum(hold_cents) < 0 or sum(hold_cents) > total_cents`,
  },
  {
    // Canceled orders are exempt, because they have no half to invoice.
    invariant:
      'I5 a credit order has its first half invoiced when placed, both when completed, and in sum its total',
    ask: (of) => sql`
      select shop_order.id as subject, format('%s of %s cents, halves %s: %s', shop_order.status, total_cents, count(invoice.id),
        coalesce(string_agg(format('%s of %s', invoice.status, amount_cents), ', ' order by half), 'none')) as detail
      from shop_order left join invoice on invoice.order_id = shop_order.id and invoice.kind = 'net30'
      where ${of.orders('shop_order.id')} and shop_order.kind = 'credit' and shop_order.status <> 'awaiting_payment'
      group by shop_order.id
      having count(invoice.id) <> case when shop_order.status = 'in_progress' then 1 when shop_order.status = 'completed' then 2 else count(invoice.id) end
        or (shop_order.status = 'completed' and sum(amount_cents) <> total_cents) or sum(amount_cents) > total_cents
        or (shop_order.status = 'canceled' and bool_or(invoice.status in ('open', 'uncollectible')))`,
  },
  {
    invariant: 'I11 a booster or an order raises a limit once, and a bonus is reversed at most once',
    ask: (of) => sql`
      select order_id as subject, format('%s: %s times', kind, count(*)) as detail from credit_movement
      where ${of.orders('order_id')} and kind in ('booster', 'bonus', 'bonus_back', 'held', 'released') group by order_id, kind having count(*) > 1`,
  },
  {
    invariant: 'I11 only a paid booster raises the limit of its buyer, once, by the amount sold',
    ask: (of) => sql`
      select shop_order.id as subject, format('%s, sold %s cents, raised %s cents in %s movements', shop_order.status, sold.cents, raised.cents, raised.movements) as detail
      from shop_order
      cross join lateral (
        select coalesce(sum(credit_limit_increase_cents), 0) as cents, bool_and(booster_id is not null) as of_boosters
        from order_item where order_id = shop_order.id) as sold
      cross join lateral (
        select coalesce(sum(credit_movement.available_cents), 0) as cents, count(*) as movements, bool_and(credit_account.user_id = shop_order.user_id) as of_buyer
        from credit_movement join credit_account on credit_account.id = account_id
        where order_id = shop_order.id and credit_movement.kind = 'booster') as raised
      where ${of.orders('shop_order.id')} and case when shop_order.kind <> 'booster' then sold.cents <> 0
        when shop_order.status = 'completed' then not sold.of_boosters or raised.movements <> 1 or raised.cents <> sold.cents or not raised.of_buyer
        else raised.movements <> 0 end`,
  },
  {
    invariant: 'I11 a booster loses at most what it gave, and regains at most what it lost',
    ask: (of) => sql`
      select order_id as subject, format('%s of %s cents still count', sum(available_cents), sum(available_cents) filter (where kind = 'booster')) as detail
      from credit_movement
      where ${of.orders('order_id')} and (kind in ('booster', 'booster_back') or reason in ('booster_dispute_won', 'booster_dispute_lost', 'booster_refunded'))
      group by order_id
      having sum(available_cents) not between 0 and coalesce(sum(available_cents) filter (where kind = 'booster'), 0)`,
  },
  {
    // When a refund fails after it had succeeded, the increase stays taken back, because the refund is
    // repeated.
    invariant: 'I11 a partly refunded booster lost the same share of its increase, rounded down to the cent',
    ask: (of) => sql`
      select shop_order.id as subject, format('%s of %s cents reversed, %s of %s refunded', book.taken, book.increase, back.refunded, total_cents) as detail
      from shop_order
      cross join lateral (
        select coalesce(sum(available_cents) filter (where kind = 'booster'), 0) as increase, coalesce(-sum(available_cents) filter (where kind = 'booster_back'), 0) as taken
        from credit_movement where order_id = shop_order.id) as book
      cross join lateral (
        select coalesce(sum(refund.amount_cents) filter (where refund.state in ('succeeded', 'failed')), 0) as refunded from refund join payment on payment.id = payment_id
        where payment.order_id = shop_order.id and payment.status = 'succeeded' and refund.reason <> 'duplicate') as back
      where ${of.orders('shop_order.id')} and shop_order.kind = 'booster'
        and exists (select from credit_movement where order_id = shop_order.id and reason = 'booster_refunded_in_part')
        and not exists (select from credit_movement where order_id = shop_order.id and reason = 'booster_dispute_lost')
        and book.taken > case when back.refunded >= total_cents then book.increase else div(book.increase * back.refunded, total_cents) end`,
  },
  {
    invariant: 'I17 only orders paid on time earn a bonus',
    ask: (of) => sql`
      select given.order_id as subject, format('paid late: %s', count(*)) as detail
      from credit_movement given join credit_movement paid on paid.order_id = given.order_id and paid.kind = 'paid' and paid.at <= given.at
      where ${of.orders('given.order_id')} and given.kind = 'bonus' and not (paid.inputs ->> 'onTime')::boolean group by given.order_id`,
  },
  {
    // The sweep runs every few minutes; the ledger itself rejects purchases from midnight on. Invoices that
    // could not be read at the processor wait three days.
    invariant: 'I17 past-due debt has frozen its account',
    ask: () => sql`
      select distinct credit_account.id as subject, format('since %s', due_on) as detail
      from invoice join shop_order on shop_order.id = order_id join credit_account on credit_account.user_id = shop_order.user_id
      where invoice.kind = 'net30' and invoice.status = 'open' and due_on < ((now() - interval '2 hours') at time zone 'UTC')::date
        and (unread_since is null or unread_since < now() - interval '3 days 2 hours')
        and not exists (select from credit_freeze where account_id = credit_account.id and credit_freeze.kind = 'past_due' and ended_at is null)`,
  },
  {
    invariant: 'I17 an application has the state of its last decision',
    ask: (of) => sql`
      select credit_application.id as subject, format('%s, decided %s', state, coalesce(outcome, 'nothing')) as detail
      from credit_application left join lateral (
        select outcome from credit_decision where application_id = credit_application.id order by id desc limit 1) as last on true
      where ${of.applications('credit_application.id')} and state <> 'withdrawn' and coalesce(outcome, '') <> case state when 'approved' then 'approve' when 'declined' then 'decline' else 'review' end`,
  },
  {
    invariant: 'I17 an approval opened its account once, with the decided limit',
    ask: (of) => sql`
      select credit_application.id as subject, format('decided %s cents, the ledger has %s', decided.limit_cents, -movement.limit_cents) as detail
      from credit_application
      join lateral (select limit_cents from credit_decision where application_id = credit_application.id and outcome = 'approve' order by id desc limit 1) as decided on true
      left join credit_movement movement on movement.key = 'approved:' || credit_application.id
      where ${of.applications('credit_application.id')} and credit_application.kind = 'first' and state = 'approved' and -movement.limit_cents is distinct from decided.limit_cents::bigint`,
  },
  {
    invariant: 'I10 a decision on an application has its email',
    ask: (of) => sql`
      select credit_application.id as subject, state as detail from credit_application join app_user on app_user.id = user_id
      where ${of.applications('credit_application.id')} and state in ('approved', 'declined') and deleted_at is null and not exists (
        select from credit_notice where key = case state when 'approved' then 'approved:' else 'declined:' end || credit_application.id)`,
  },
  {
    invariant: 'I18 an application has exactly one audit entry for its creation',
    ask: (of) => sql`
      select credit_application.id as subject, format('rows %s', count(audit_log.id)) as detail
      from credit_application left join audit_log on audit_log.object = credit_application.id and audit_log.action = 'credit_applied'
      where ${of.applications('credit_application.id')} and kind = 'first' group by credit_application.id having count(audit_log.id) <> 1`,
  },
];
