/**
 * Invariants of the shop's rows: queries that must return no rows. Numbers are those of the safety rules.
 * Safe on live data: it only reads, in one snapshot, so it never sees half of a transaction.
 */
import { deletedAddress } from '#modules/mail/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { changedSince, everything, type Scope } from './changes.ts';
import { questionsOfCredit } from './of-credit.ts';
import { questionsOfInvoices } from './of-invoices.ts';
import { questionsOfReporting } from './of-reporting.ts';
import { questionsOfSubscriptions } from './of-subscriptions.ts';
import { questionsOfTotals } from './of-totals.ts';
import { type Question, questionsOfWork } from './of-work.ts';

export type Violation = { invariant: string; subject: string; detail: string };

const questionsOfMoney: Question[] = [
  {
    invariant: 'I3 a coupon counts exactly its live redemptions, and never more than its limit',
    ask: (of) => sql`
      select coupon.code as subject, format('counts %s, has %s, limit %s', used_count, count(redemption.order_id), usage_limit) as detail
      from coupon left join coupon_redemption redemption on redemption.coupon_id = coupon.id and redemption.state <> 'released'
      where ${of.coupons('coupon.id')}
      group by coupon.id
      having used_count <> count(redemption.order_id) or used_count > usage_limit`,
  },
  {
    // Counted by account, and by address for guest orders from before conditional codes required a login.
    // Deleted accounts share an address.
    invariant: 'I3 no customer uses a coupon more often than it allows',
    ask: (of) => sql`
      select coupon.code as subject, format('%s uses by the buyer of %s, allowed %s', count(*), min(order_id), uses_per_customer) as detail
      from coupon join coupon_redemption redemption on redemption.coupon_id = coupon.id and redemption.state <> 'released'
      join shop_order on shop_order.id = order_id
      where ${of.coupons('coupon.id')} and ${of.emails('shop_order.email')} and uses_per_customer is not null and shop_order.email <> ${deletedAddress}
      group by coupon.id, coalesce(shop_order.user_id, lower(shop_order.email)) having count(*) > uses_per_customer`,
  },
  {
    // A refund that has not reached the processor within a day no longer counts as pending. Money that a bank
    // took back has already reached the customer.
    invariant: 'I4 no order keeps money that it does not need',
    ask: () => sql`
      with unneeded as (
        select payment.id, order_id, payment.status, coalesce(received_cents, amount_cents)
          - (select coalesce(sum(amount_cents), 0) from refund where payment_id = payment.id
              and (state in ('pending', 'succeeded') or (state = 'creating' and refund.created_at > now() - interval '1 day')))
          - (select coalesce(sum(amount_cents), 0) from dispute where payment_id = payment.id and withdrawn) as kept
        from payment join shop_order on shop_order.id = order_id
        where payment.status = 'duplicate' or (payment.status = 'review' and shop_order.status in ('in_progress', 'completed')))
      select id as subject, format('%s of order %s: %s cents were not refunded', status, order_id, kept) as detail
      from unneeded where kept > 0`,
  },
  {
    invariant: 'I6 a total is the sum of its items less the discount',
    ask: (of) => sql`
      select shop_order.id as subject, format('subtotal %s, items %s', subtotal_cents, coalesce(sum(order_item.total_cents), 0)) as detail
      from shop_order left join order_item on order_item.order_id = shop_order.id
      where ${of.orders('shop_order.id')}
      group by shop_order.id having subtotal_cents <> coalesce(sum(order_item.total_cents), 0)`,
  },
  {
    invariant: 'I10 a paid order has exactly one receipt, and only a paid order has one',
    ask: (of) => sql`
      select shop_order.id as subject, format('%s, receipts %s', shop_order.status, count(mail.id)) as detail
      from shop_order left join mail on mail.order_id = shop_order.id and mail.kind = 'receipt'
      where ${of.orders('shop_order.id')}
      group by shop_order.id
      having count(mail.id) <> case when shop_order.accepted_at is not null then 1 else 0 end`,
  },
  {
    invariant: 'I10 a decided effect has its email',
    ask: (of) => sql`
      select effect.order_id as subject, 'a receipt is due, but there is no email' as detail
      from effect where ${of.orders('effect.order_id')} and kind = 'receipt' and not exists (select 1 from mail where mail.order_id = effect.order_id and mail.kind = 'receipt')`,
  },
  {
    invariant: 'I12 a closed cart has exactly one paid order, and a paid order has a closed cart',
    ask: (of) => sql`
      select cart.id as subject, format('%s, paid orders %s', cart.status, count(shop_order.id)) as detail
      from cart left join shop_order on shop_order.cart_id = cart.id and shop_order.accepted_at is not null
      where ${of.carts('cart.id')}
      group by cart.id
      having count(shop_order.id) <> case when cart.status in ('completed', 'recovered') then 1 else 0 end`,
  },
  {
    invariant: 'I15 a coupon use has the state of its order',
    ask: (of) => sql`
      select redemption.order_id as subject, format('order %s, use %s', shop_order.status, redemption.state) as detail
      from coupon_redemption redemption join shop_order on shop_order.id = redemption.order_id
      where ${of.orders('redemption.order_id')} and (redemption.state <> case shop_order.status when 'awaiting_payment' then redemption.state when 'canceled' then 'released' else 'consumed' end
         or (shop_order.status = 'awaiting_payment' and redemption.state = 'consumed'))`,
  },
  {
    // The use may be released while the order waits, but then the order cannot be paid at the discounted
    // price.
    invariant: 'I15 a payable order with a discount holds a use of its code',
    ask: (of) => sql`
      select shop_order.id as subject, format('payment %s, use %s', payment.status, coalesce(redemption.state, 'none')) as detail
      from shop_order join payment on payment.order_id = shop_order.id
      left join coupon_redemption redemption on redemption.order_id = shop_order.id
      where ${of.orders('shop_order.id')} and shop_order.status = 'awaiting_payment' and discount_cents > 0
        and payment.status in ('creating', 'open', 'requires_action', 'processing') and redemption.state is distinct from 'reserved'`,
  },
  {
    invariant: 'I15 no canceled order has a payment in progress',
    ask: (of) => sql`
      select shop_order.id as subject, format('order %s, payment %s', shop_order.status, payment.status) as detail
      from shop_order join payment on payment.order_id = shop_order.id
      where ${of.orders('shop_order.id')} and shop_order.status = 'canceled' and payment.status in ('creating', 'open', 'requires_action', 'processing')`,
  },
  {
    invariant: 'I15 no canceled order holds unrefunded money in review',
    ask: (of) => sql`
      select shop_order.id as subject, format('payment %s of %s cents is in review', payment.id, payment.amount_cents) as detail
      from shop_order join payment on payment.order_id = shop_order.id
      where ${of.orders('shop_order.id')} and shop_order.status = 'canceled' and payment.status = 'review'
        and payment.received_cents > (select coalesce(sum(amount_cents), 0) from refund where payment_id = payment.id and state <> 'failed')`,
  },
  {
    invariant: 'I15 the refunded or disputed state of an order matches its money',
    ask: (of) => sql`
      select id as subject, format('stored %s, actual %s', after_sale, after_sale_of(id)) as detail
      from shop_order where ${of.orders('id')} and after_sale <> after_sale_of(id)
        and (after_sale <> 'none' or id in (
          select order_id from payment where id in (select payment_id from refund) or id in (select payment_id from dispute)))`,
  },
  {
    invariant: 'I15 refunds never exceed the payment',
    ask: (of) => sql`
      select payment.id as subject, format('paid %s, refunded %s', payment.amount_cents, sum(refund.amount_cents)) as detail
      from payment join refund on refund.payment_id = payment.id and refund.state <> 'failed'
      where ${of.payments('payment.id')}
      group by payment.id having sum(refund.amount_cents) > greatest(payment.amount_cents, payment.received_cents) or payment.status not in ('succeeded', 'duplicate', 'review')`,
  },
  {
    invariant: 'I15 a paid order stays without an owner only if the account of its address is confirmed',
    ask: (of) => sql`
      select shop_order.id as subject, format('account %s of its address is unconfirmed and does not have it', app_user.id) as detail
      from shop_order join app_user on app_user.email = lower(shop_order.email) and app_user.deleted_at is null
      where ${of.orders('shop_order.id')} and shop_order.user_id is null and shop_order.status in ('in_progress', 'completed')
        and app_user.created_at < shop_order.accepted_at and app_user.email_confirmed_at is null and app_user.disabled_at is null
        and app_user.role = 'customer'`,
  },
  {
    invariant: 'I10 a buyer who got an account was sent a link to it',
    ask: (of) => sql`
      select app_user.id as subject, 'has orders, but no password and no email with a link to set one' as detail
      from app_user
      where ${of.users('app_user.id')} and password_hash is null and deleted_at is null
        and exists (select from shop_order where shop_order.user_id = app_user.id)
        and not exists (select from mail where mail.kind = 'set_password' and lower(mail.to_address) = app_user.email)`,
  },
  {
    invariant: 'I15 a user is one customer at the processor, requested once',
    ask: () => sql`
      select app_user.id as subject, format('is %s, and still being requested', customer_ref) as detail
      from app_user join customer_request on user_id = app_user.id
      where customer_ref is not null and request is not null`,
  },
  {
    invariant: 'I15 a continued card setup has a reference at the processor',
    ask: () => sql`
      select id as subject, format('%s, without a reference', status) as detail
      from card_setup where status <> 'creating' and setup_ref is null`,
  },
];

const questions: Question[] = [
  ...questionsOfMoney,
  ...questionsOfInvoices,
  ...questionsOfSubscriptions,
  ...questionsOfCredit,
  ...questionsOfReporting,
  ...questionsOfTotals,
  ...questionsOfWork,
];

type Find = (tx: Tx) => Promise<Violation[]>;

/** Returns every violation. Inside a transaction it sees that transaction's changes. */
export const checkInvariants = (db: Database | Tx): Promise<Violation[]> =>
  inOneSnapshot(db, (tx) => askAll(tx, everything));

/**
 * Runs the same queries on what changed since a given time. Manual damage without a newer timestamp is left
 * to the full check.
 */
export const checkChanges = (db: Database | Tx, since: Date): Promise<Violation[]> =>
  inOneSnapshot(db, async (tx) => askAll(tx, await changedSince(tx, since)));

const inOneSnapshot = (db: Database | Tx, find: Find): Promise<Violation[]> =>
  db.isTransaction
    ? find(db as Tx)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(find);

async function askAll(tx: Tx, of: Scope): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const question of questions) found.push(...(await answersTo(tx, question, of)));
  return found;
}

const answersTo = async (tx: Tx, { invariant, ask }: Question, of: Scope): Promise<Violation[]> =>
  (await ask(of).execute(tx)).rows.map((row) => ({ invariant, ...row }));

export const namesOfInvariants: readonly string[] = questions.map(({ invariant }) => invariant);
export const countOfInvariants = questions.length;
