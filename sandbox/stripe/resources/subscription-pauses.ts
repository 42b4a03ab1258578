/**
 * `pause` and `resume` of whole subscriptions, and the end of a discount. Pausing only the collection is an
 * ordinary update.
 */
import type Stripe from 'stripe';
import { addIntervals } from '#sandbox/stripe/billing/calendar.ts';
import { itemLine } from '#sandbox/stripe/billing/lines.ts';
import { takePendingItems } from '#sandbox/stripe/billing/pending-items.ts';
import {
  invoiceNow,
  periodOf,
  sameRecurrence,
  schedulePeriodEnd,
} from '#sandbox/stripe/billing/subscribing.ts';
import { changeSubscription } from '#sandbox/stripe/billing/subscription-status.ts';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { expand } from '#sandbox/stripe/http/common-parameters.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { group, needed, oneOf } from '#sandbox/stripe/http/parameters.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { prorationBehavior } from './subscription-parameters.ts';
import { findSubscription } from './subscriptions.ts';

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/subscriptions/:id/pause',
    params: { ...expand, type: oneOf(['subscription']) },
    run: (caller, _values, { id }) => {
      const before = findSubscription(caller, id);
      const call = onClock(caller, idOf(before.test_clock));
      if (!['active', 'past_due', 'trialing'].includes(before.status))
        throw invalidRequest(`This subscription cannot be paused because its status is ${before.status}.`);
      const paused = changeSubscription(call, before, {
        status: 'paused',
        status_details: {
          paused: {
            subscription: { type: 'pause_requested' },
            transitioned_at: nowSeconds(call.world),
            type: 'subscription',
          },
        },
      });
      emit(call, 'customer.subscription.paused', paused);
      return paused;
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    params: {
      ...expand,
      billing_cycle_anchor: group({ type: needed(oneOf(['now', 'unchanged'])) }),
      proration_behavior: prorationBehavior,
    },
    run: (caller, values, { id }) => {
      const before = findSubscription(caller, id);
      if (before.status !== 'paused')
        throw invalidRequest(`This subscription cannot be resumed because its status is ${before.status}.`);
      return resume(
        onClock(caller, idOf(before.test_clock)),
        before,
        values.billing_cycle_anchor?.type ?? 'now',
      );
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/subscriptions/:id/discount',
    params: {},
    run: (caller, _values, { id }) => {
      const before = findSubscription(caller, id);
      const call = onClock(caller, idOf(before.test_clock));
      const discount = call.world.store.find('discount', idOf(before.discounts[0]) ?? '');
      if (discount === null) throw invalidRequest('This subscription has no discount.');
      changeSubscription(call, before, { discounts: before.discounts.slice(1) });
      emit(call, 'customer.discount.deleted', discount);
      const { end: _end, ...rest } = discount;
      return { ...rest, deleted: true } satisfies Stripe.DeletedDiscount;
    },
  }),
];

/** Within a paid period nothing is owed; otherwise a new period begins now and is invoiced immediately. */
function resume(call: Call, before: Stripe.Subscription, anchor: 'now' | 'unchanged'): Stripe.Subscription {
  const now = nowSeconds(call.world);
  const { status_details: _details, ...rest } = before;
  const isPaid = anchor === 'unchanged' && periodOf(before).end > now;
  if (isPaid) {
    const resumed = changeSubscription(call, rest, { status: 'active' });
    emit(call, 'customer.subscription.resumed', resumed);
    return resumed;
  }
  const period = {
    start: now,
    end: addIntervals(now, sameRecurrence(before.items.data.map(({ price }) => price)), 1),
  };
  const data = before.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const resumed = changeSubscription(call, rest, {
    status: 'active',
    billing_cycle_anchor: now,
    items: { ...before.items, data },
  });
  schedulePeriodEnd(call, resumed);
  emit(call, 'customer.subscription.resumed', resumed);
  return invoiceNow(call, resumed, (invoiceId) => [
    ...takePendingItems(call, invoiceId, idOf(before.customer) ?? '', before.id),
    ...data.map((item) => itemLine(call, invoiceId, item, { period })),
  ]);
}
