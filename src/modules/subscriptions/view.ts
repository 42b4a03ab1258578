/** Subscriptions as their owner sees them. */
import type * as contract from '#contract/subscriptions.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { add, type Cents, zero } from '#kernel/money.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type Charge, chargesOf } from './history-store.ts';
import { graceEnds, hasEnded, nextTry, type SubscriptionStatus } from './rules.ts';
import * as store from './store.ts';

export type Shown = Handled<typeof contract.listSubscriptions>[number];

/** Newest first. */
export async function listSubscriptions(
  { db }: Pick<Deps, 'db'>,
  { userId }: { userId: string },
  { status }: Received<typeof contract.listSubscriptions>['query'],
): Promise<Shown[]> {
  const shown = await showAll(db, await store.ofUser(db, userId));
  return status === undefined ? shown : shown.filter((subscription) => subscription.status === status);
}

export async function showAll(db: Database, subscriptions: store.Subscription[]): Promise<Shown[]> {
  const charges = await chargesOf(
    db,
    subscriptions.map(({ id }) => id),
  );
  return subscriptions.map((subscription) => show(subscription, charges.get(subscription.id) ?? []));
}

/** Owners see a subscription that is being started at the processor as active. */
export const shownStatus = (status: SubscriptionStatus): Shown['status'] =>
  status === 'starting' ? 'active' : status;

/** A renewal that was charged for and is not paid. */
export const isDue = ({ isRenewal, status }: Charge): boolean =>
  isRenewal && (status === 'draft' || status === 'open');

/** The amount of the next charge: what is owed, otherwise the price that applies then. */
export function nextAmount(
  { pastDueSince, nextPrice, paidUntil, price }: store.Subscription,
  charges: Charge[],
): Cents {
  if (pastDueSince !== null) return charges.filter(isDue).reduce((sum, { amount }) => add(sum, amount), zero);
  return nextPrice !== null && nextPrice.from <= paidUntil ? nextPrice.amount : price;
}

function show(subscription: store.Subscription, charges: Charge[]): Shown {
  const { pastDueSince, paidUntil, nextPrice, card } = subscription;
  const charged = subscription.renews && !subscription.cancelAtPeriodEnd && !hasEnded(subscription.status);
  const triedDays = charges.filter(isDue).flatMap((charge) => charge.tried);
  const next = pastDueSince === null ? paidUntil : (nextTry(pastDueSince, triedDays)?.at ?? null);
  return {
    id: subscription.id,
    orderId: subscription.orderId,
    orderNumber: orderNumber(subscription.orderNumber),
    product: { id: subscription.productId, name: subscription.name },
    status: shownStatus(subscription.status),
    period: subscription.period,
    price: subscription.price,
    startedAt: subscription.startedAt.toISOString(),
    paidUntil: paidUntil.toISOString(),
    nextChargeAt: charged ? (next?.toISOString() ?? null) : null,
    amount: charged ? nextAmount(subscription, charges) : null,
    card:
      card === null
        ? null
        : { brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    graceUntil: pastDueSince === null ? null : graceEnds(pastDueSince).toISOString(),
    priceChange:
      nextPrice === null || !charged
        ? null
        : { amount: nextPrice.amount, from: nextPrice.from.toISOString() },
    endedAt: subscription.endedAt?.toISOString() ?? null,
    endReason: subscription.endReason,
    history: charges.map((charge) => ({
      date: charge.at.toISOString(),
      amount: charge.amount,
      status: chargeStatus(charge),
      invoiceId: charge.isNumbered ? charge.invoiceId : null,
    })),
  };
}

function chargeStatus({ status, disputed, refunded, total }: Charge): Shown['history'][number]['status'] {
  if (status !== 'paid') return status === 'void' || status === 'uncollectible' ? 'void' : 'open';
  if (disputed) return 'disputed';
  if (refunded > 0) return refunded >= total ? 'refunded' : 'partially_refunded';
  return 'paid';
}
