/** Order commands for the operator: show an order's history, mark it as done, rebuild a lost one. */
import { DomainError } from '#kernel/errors.ts';
import { isStaff } from '#kernel/permissions.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import { completeOrder } from '#modules/fulfillment/service.ts';
import { describeStory, readOrderStory } from '#modules/admin/order-story.ts';
import { adopt } from '#modules/checkout/rebuild-order-from-payment.ts';
import { cancelCreditOrder } from '#modules/checkout/canceling/cancel-credit-order.ts';
import { findIdByNumber } from '#modules/orders/store.ts';
import { find as findPayment } from '#modules/payments/store.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { parseAmount } from '#kernel/typed-amounts.ts';
import { changePrice } from '#modules/subscriptions/price-change.ts';
import { adoptAllMissing } from './adopt-missing.ts';
import { complain, rejectAmount, say, type Work } from './admin-command.ts';

export const ordersHelp = `  order ORDER               show the history of an order (S-1001): attempts, webhooks, emails, refunds, audit entries
  complete ORDER            mark an order as complete and email the buyer
      --as EMAIL            staff member to record in the audit log; also for refund, cancel, and price-change
  cancel ORDER              cancel an open credit order, void its open invoices, and release its credit
  adopt PAYMENT             rebuild the lost order of a charge (pi_…)
      --email ADDRESS       the buyer's address, if the processor does not have it
  adopt --missing           after a restore: rebuild the orders of all payments missing from the database, re-read
                            refunds, disputes, renewals, and credit invoices, and report what is left; exits with 1
                            if anything is
      --since TIME          start of the search (2026-11-25T14:00Z); default: the time of the restored backup
  price-change PRODUCT AMOUNT
                            change the price (dollars) for existing subscribers; each is notified 14 to 30 days before
                            the first renewal at the new price`;

export const orderCommands: Record<string, Work> = {
  order: async ({ db }, _config, [name]) => {
    const orderId = name === undefined ? null : await findOrder(db, name);
    const story = orderId === null ? null : await readOrderStory(db, orderId);
    if (story === null)
      return complain(`Order ${name ?? ''} was not found. Give an order number, such as S-1001`);
    for (const line of describeStory(story)) say(line);
    return 0;
  },
  complete: async (deps, _config, [name], { as }) => {
    const orderId = name === undefined ? null : await findOrder(deps.db, name);
    if (orderId === null)
      return complain(`Order ${name ?? ''} was not found. Give an order number, such as S-1001`);
    const { number, to } = await completeOrder(deps, orderId, await staffNamed(deps.db, as));
    say(`Order ${number} is complete. ${to} gets an email.`);
    return 0;
  },
  cancel: async (deps, _config, [name], { as }) => {
    const orderId = name === undefined ? null : await findOrder(deps.db, name);
    if (orderId === null)
      return complain(`Order ${name ?? ''} was not found. Give an order number, such as S-1001`);
    const { number, to } = await cancelCreditOrder(deps, orderId, await staffNamed(deps.db, as));
    say(`Order ${number} is canceled. ${to} gets an email.`);
    return 0;
  },
  'price-change': async (deps, _config, [productId, amount], { as }) => {
    const typed = parseAmount(amount ?? '');
    if (productId === undefined || amount === undefined)
      return complain(
        'price-change needs a product and an amount in dollars, such as us-business-address 35.00',
      );
    if (typed.kind !== 'amount') return rejectAmount(amount, typed.kind);
    const count = await changePrice(deps, { productId, amount: typed.amount }, await staffNamed(deps.db, as));
    say(
      `${count} subscriptions of ${productId} get a new price. Each customer is notified 14 to 30 days before it applies.`,
    );
    return 0;
  },
  adopt: async (deps, config, [intentRef], { email = null, missing = false, since }) => {
    if (missing) return adoptAllMissing(deps, config, since);
    if (intentRef === undefined)
      return complain('adopt needs a processor payment, such as pi_3Q…, or --missing');
    const { number, status } = await adopt(deps, intentRef, email);
    say(`Attached ${intentRef} to order ${number}. The payment is ${status ?? 'not from this shop'}.`);
    return status === 'succeeded' ? 0 : 1;
  },
};

/**
 * Returns the staff member given by `--as EMAIL`, or null without it.
 * @throws `invalid_request` for anyone else.
 */
export async function staffNamed(db: Deps['db'], email: string | undefined): Promise<string | null> {
  if (email === undefined) return null;
  const user = await users.findByEmail(db, normalizeEmail(email));
  if (user === undefined || !isStaff(user.role))
    throw new DomainError('invalid_request', `${email} is not a staff member`);
  return user.id;
}

/** Finds an order by its number, its id, or the id of one of its payments. */
export async function findOrder(db: Deps['db'], name: string): Promise<string | null> {
  if (name.startsWith('ord_')) return name;
  if (name.startsWith('pay_')) return (await findPayment(db, name))?.orderId ?? null;
  return findIdByNumber(db, Number(name.replace(/^S-/i, '')));
}
