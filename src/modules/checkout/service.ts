/** Asking how a payment stands, and the sweep that finds out without being asked. Buying itself is in by-card.ts. */
import { DomainError } from '#kernel/errors.ts';
import type * as contract from '#contract/checkout.ts';
import type { Handled } from '#contract/endpoint.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as paymentStore from '#modules/payments/store.ts';
import type { Deps } from '#platform/deps.ts';
import { cancelOrder } from './cancel-order.ts';
import { settle } from './settle.ts';

type Standing = Handled<typeof contract.readPaymentStatus>;

/** The browser's return: reads the processor while the order is open, so that success never waits for a webhook. */
export async function readPaymentStatus(deps: Deps, orderId: string): Promise<Standing> {
  const order = await orders.find(deps.db, orderId);
  if (order === null) throw new DomainError('order_not_found');
  if (order.status !== 'awaiting_payment') return standing(order, null);
  const open = await paymentStore.findOpenOfOrder(deps.db, orderId);
  if (open !== null && open.intentRef !== null) {
    // A processor that is away leaves the answer as our rows know it; the browser asks again.
    await settle(deps, open.intentRef).catch((error: unknown) => deps.log.warn({ err: error, orderId }, 'could not read the payment'));
  }
  return standing((await orders.find(deps.db, orderId)) ?? order, await paymentStore.findLatestOfOrder(deps.db, orderId));
}

function standing(order: orders.Order, payment: paymentStore.Payment | null): Standing {
  const facts = { orderId: order.id, orderNumber: orderRules.orderNumber(order.number), total: order.total };
  if (orderRules.isPaid(order.status)) return { ...facts, status: 'paid' };
  if (order.status === 'canceled') return { ...facts, status: 'canceled' };
  const message = payment?.declineMessage ? { message: payment.declineMessage } : {};
  switch (payment?.status) {
    case 'requires_action': return { ...facts, status: 'requires_action' };
    case 'processing': case 'review': case 'succeeded': case 'duplicate': return { ...facts, status: 'checking' };
    default: return { ...facts, status: 'open', ...message };
  }
}

export type SweepLimits = { openForSeconds: number; expireAfterHours: number };

/** How many of each kind one sweep looks at, so that a bad hour cannot make it endless. */
const sweepAtMost = 200;

/** Reads every payment that has been open for a while, and gives up orders that nobody paid. One failure does not stop the rest. */
export async function sweep(deps: Deps, { openForSeconds, expireAfterHours }: SweepLimits): Promise<void> {
  const now = deps.clock.now();
  for (const payment of await paymentStore.openSince(deps.db, new Date(now.getTime() - openForSeconds * 1000), sweepAtMost)) {
    await surviving(deps, { paymentId: payment.id }, async () => {
      await paymentStore.touch(deps.db, payment.id, now);
      if (payment.intentRef !== null) await settle(deps, payment.intentRef);
    });
  }
  for (const orderId of await orders.awaitingSince(deps.db, new Date(now.getTime() - expireAfterHours * 3_600_000), sweepAtMost)) {
    await surviving(deps, { orderId }, () => cancelOrder(deps, orderId, 'expired'));
  }
}


async function surviving(deps: Deps, subject: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => deps.log.error({ err: error, ...subject }, 'the sweep could not finish one of its subjects'));
}
