/** Order commands for the operator: show an order's history, mark it as done, rebuild a lost one. */
import { DomainError } from '#kernel/errors.ts';
import { isStaff } from '#kernel/permissions.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import { completeOrder } from '#modules/fulfilment/service.ts';
import { describeStory, readOrderStory } from '#modules/admin/order-story.ts';
import { adopt } from '#modules/checkout/adopt.ts';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import { findIdByNumber } from '#modules/orders/store.ts';
import { find as findPayment } from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
import { parseAmount } from '#kernel/typed-amounts.ts';
import { changePrice } from '#modules/subscriptions/price-change.ts';
import { adoptAllMissing } from './adopt-missing.ts';
import { complain, complainOfAmount, say, type Work } from './admin-command.ts';

export const ordersHelp = `  order ORDER               the whole story of an order on one screen (S-1001): attempts, webhooks, emails, refunds, audit
  complete ORDER            the work of an order is done: its buyer is told by email
      --as EMAIL            who of our team does it, for the audit log; refund, cancel and price-change take it too
  cancel ORDER              an order on credit that is not done: its open invoices are voided, its credit is available again
  adopt PAYMENT             rebuild the order of a charge that the database has lost (pi_…)
      --email ADDRESS       of the buyer, where the processor does not know it
  adopt --missing           after a restore: rebuild the orders of all payments that the processor has and the database lost, read refunds,
                            disputes, renewals and credit invoices afresh, and say what is left; ends with 1 if something is
      --since TIME          from when on (2026-11-25T14:00Z); the moment of the backup without it
  price-change PRODUCT AMOUNT   a new price (dollars) for those who have a subscription of it: announced to each 14 to 30 days
                            before their renewal, and only then charged`;

export const orderCommands: Record<string, Work> = {
  order: async ({ db }, _config, [name]) => {
    const orderId = name === undefined ? null : await findOrder(db, name);
    const story = orderId === null ? null : await readOrderStory(db, orderId);
    if (story === null) return complain(`There is no order ${name ?? ''}: name one, such as S-1001`);
    for (const line of describeStory(story)) say(line);
    return 0;
  },
  complete: async (deps, _config, [name], { as }) => {
    const orderId = name === undefined ? null : await findOrder(deps.db, name);
    if (orderId === null) return complain(`There is no order ${name ?? ''}: name one, such as S-1001`);
    const { number, to } = await completeOrder(deps, orderId, await staffNamed(deps.db, as));
    say(`Order ${number} is complete. ${to} is told by email.`);
    return 0;
  },
  cancel: async (deps, _config, [name], { as }) => {
    const orderId = name === undefined ? null : await findOrder(deps.db, name);
    if (orderId === null) return complain(`There is no order ${name ?? ''}: name one, such as S-1001`);
    const { number, to } = await cancelCreditOrder(deps, orderId, await staffNamed(deps.db, as));
    say(`Order ${number} is canceled. ${to} is told by email.`);
    return 0;
  },
  'price-change': async (deps, _config, [productId, amount], { as }) => {
    const typed = parseAmount(amount ?? '');
    if (productId === undefined || amount === undefined)
      return complain('price-change needs a product and an amount in dollars, such as us-business-address 35.00');
    if (typed.kind !== 'amount') return complainOfAmount(amount, typed.kind);
    const count = await changePrice(deps, { productId, amount: typed.amount }, await staffNamed(deps.db, as));
    say(`${count} subscriptions of ${productId} renew at another price. Each owner is told 14 to 30 days before the new one counts.`);
    return 0;
  },
  adopt: async (deps, config, [intentRef], { email = null, missing = false, since }) => {
    if (missing) return adoptAllMissing(deps, config, since);
    if (intentRef === undefined) return complain('adopt needs a payment of the processor, such as pi_3Q…, or --missing');
    const { number, status } = await adopt(deps, intentRef, email);
    say(`${intentRef} belongs to order ${number} now. The payment is ${status ?? 'not of this shop'}.`);
    return status === 'succeeded' ? 0 : 1;
  },
};

/**
 * Returns the staff member given by `--as EMAIL`, or null without it.
 * @throws `invalid_request` for anyone else.
 */
export async function staffNamed(db: Deps['db'], email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const user = await users.findByEmail(db, normaliseEmail(email));
  if (user === undefined || !isStaff(user.role)) throw new DomainError('invalid_request', `${email} is none of our team`);
  return user.id;
}

/** Finds an order by its number, its id, or the id of one of its payments. */
export async function findOrder(db: Deps['db'], name: string): Promise<string | null> {
  if (name.startsWith('ord_')) return name;
  if (name.startsWith('pay_')) return (await findPayment(db, name))?.orderId ?? null;
  return findIdByNumber(db, Number(name.replace(/^S-/i, '')));
}
