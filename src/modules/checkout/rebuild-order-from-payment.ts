/**
 * Rebuilds the lost order of a charge, for example after a restore from an older backup. The source is the
 * metadata that was written to the processor when the payment was opened. The order is then settled like any
 * other payment.
 */
import { DomainError } from '#kernel/errors.ts';
import { add, type Cents, subtract } from '#kernel/money.ts';
import * as invoices from '#modules/invoices/store.ts';
import { adoptedMark, describeItems } from '#modules/orders/rebuilt-orders-store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as alarms from '#modules/alarms/service.ts';
import { applyIntent, applyIntentState, isOfThisShop } from '#modules/payments/apply-intent.ts';
import { findByCustomerRef } from '#modules/payments/customer-store.ts';
import type { PaymentStatus } from '#modules/payments/rules.ts';
import * as payments from '#modules/payments/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { PaymentOrigin, ProcessorPayment } from '#ports/payment-gateway.ts';

export type Adopted = { orderId: string; number: string; status: PaymentStatus | null };

type Ours = ProcessorPayment & { orderId: string; paymentId: string };

/**
 * `email`: the buyer's, when the processor does not have it. The order gets a new number, because the old one
 * may have been reused.
 * @throws `adoption_refused`, with the reason in the message.
 */
export async function adopt(deps: Deps, intentRef: string, email: string | null): Promise<Adopted> {
  const origin = await deps.gateway.readOrigin(intentRef);
  if (origin === null) throw refused(`The processor has no payment ${intentRef}`);
  const { payment } = origin;
  if (!isOurs(payment) || !isOfThisShop(deps, payment))
    throw refused(`${intentRef} does not belong to this shop`);
  if (payment.state !== 'succeeded') throw refused(`${intentRef} was not paid`);
  // An invoice has one open payment. A restored backup may hold one that the buyer has since replaced.
  const replaced = await payments.findOpenOfOrder(deps.db, payment.orderId);
  if (replaced?.intentRef) await applyIntent(deps, replaced.intentRef);
  const number = await deps.db.transaction().execute(async (tx) => {
    if ((await payments.find(tx, payment.paymentId)) !== null)
      throw refused(`${intentRef} is already known. Run reconcile instead`);
    const order = (await orders.lock(tx, payment.orderId)) ?? (await rebuild(tx, deps, origin, email));
    const invoice = await invoices.lockOfOrder(tx, order.id);
    if (invoice === null)
      throw refused(
        `Order ${orderRules.orderNumber(order.number)} is canceled. Refund the payment at the processor`,
      );
    await payments.insert(tx, invoice.id, requestOf(deps, payment, order), deps.clock.now());
    await alarms.resolve(tx, 'unmatched_charge', intentRef);
    await audit.record(tx, deps, {
      actorId: audit.terminal,
      action: 'payment_adopted',
      object: payment.paymentId,
      detail: { intentRef },
    });
    return order.number;
  });
  return {
    orderId: payment.orderId,
    number: orderRules.orderNumber(number),
    status: await applyIntentState(deps, payment),
  };
}

const refused = (why: string): DomainError => new DomainError('adoption_refused', why);

const isOurs = (payment: ProcessorPayment): payment is Ours =>
  payment.orderId !== null && payment.paymentId !== null;

async function rebuild(
  tx: Tx,
  { clock }: Deps,
  { payment, items, buyer }: PaymentOrigin,
  email: string | null,
): Promise<orders.Order> {
  const orderId = payment.orderId ?? '';
  const person = payment.customerRef === null ? undefined : await findByCustomerRef(tx, payment.customerRef);
  const address = buyer.email ?? email ?? person?.email ?? null;
  if (address === null)
    throw refused('The processor does not know the buyer. Run the command again with --email');
  const sold = await describeItems(tx, items);
  if (sold.length === 0 || sold.length !== items.length)
    throw refused(`The processor does not have the items of ${payment.intentRef}`);
  const isBooster = sold.some(({ creditLimitIncrease }) => creditLimitIncrease !== null);
  if (isBooster && person === undefined)
    throw refused(`${payment.intentRef} paid for a booster, but its buyer has no account here`);
  const subtotal = add(...sold.map(({ total }) => total)) as Cents;
  const [firstName = '', ...others] = (buyer.name ?? `${person?.first_name ?? ''} ${person?.last_name ?? ''}`)
    .trim()
    .split(' ');
  const now = clock.now();
  await orders.insert(tx, {
    id: orderId,
    ...(isBooster ? { kind: 'booster' as const } : {}),
    userId: person?.id ?? null,
    cartId: null,
    billing: {
      firstName,
      lastName: others.join(' '),
      email: address,
      country: buyer.country ?? person?.country ?? '',
      phone: buyer.phone ?? person?.phone ?? '',
      addressLine1: buyer.addressLine1 ?? person?.address ?? '',
    },
    fingerprint: `${adoptedMark}${payment.intentRef}`,
    items: sold,
    subtotal,
    discount: subtract(subtotal, payment.amount),
    total: payment.amount,
    now,
  });
  await invoices.draftForOrder(tx, { orderId, amount: payment.amount, now });
  const order = await orders.lock(tx, orderId);
  if (order === null) throw new Error(`order ${orderId} was not written`);
  return order;
}

const requestOf = (
  { shopId }: Deps,
  { orderId, paymentId, amount, customerRef }: Ours,
  order: orders.Order,
) => ({
  orderId,
  paymentId,
  amount,
  currency: 'usd' as const,
  keepCard: false,
  description: `Stateside order ${orderRules.orderNumber(order.number)}`,
  shopId,
  ...(customerRef === null ? {} : { customerRef }),
});
