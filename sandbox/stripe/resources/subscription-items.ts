/** `/v1/subscription_items`: the items of a subscription. Each is saved as part of its subscription. */
import type Stripe from 'stripe';
import { onClock } from '#sandbox/stripe/billing/test-clocks.ts';
import { expand, pageOf } from '#sandbox/stripe/http/common-parameters.ts';
import { noSuch } from '#sandbox/stripe/http/errors.ts';
import { operation } from '#sandbox/stripe/http/operation.ts';
import { flag, integer, needed, oneOf, type Schema, text } from '#sandbox/stripe/http/parameters.ts';
import { pageOfItems } from '#sandbox/stripe/http/present.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import { itemParams, prorationBehavior } from './subscription-parameters.ts';
import { updateSubscription } from './subscription-update.ts';
import { findSubscription } from './subscriptions.ts';

const changeParams = {
  payment_behavior: oneOf(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']),
  proration_behavior: prorationBehavior,
  proration_date: integer({ least: 0 }),
};

const createParams = {
  ...expand,
  ...itemParams,
  ...changeParams,
  subscription: needed(text()),
} satisfies Schema & {
  [K in keyof Stripe.SubscriptionItemCreateParams]?: unknown;
};
const updateParams = { ...expand, ...itemParams, ...changeParams, off_session: flag } satisfies Schema & {
  [K in keyof Stripe.SubscriptionItemUpdateParams]?: unknown;
};

export const operations = [
  operation({
    method: 'POST',
    path: '/v1/subscription_items',
    params: createParams,
    run: (call, { expand: _expand, subscription: id, ...values }) => {
      const before = findSubscription(call, id, 'subscription');
      const earlierIds = new Set(before.items.data.map((item) => item.id));
      const after = change(call, before, values, {});
      return after.items.data.find((item) => !earlierIds.has(item.id)) ?? {};
    },
  }),
  operation({
    method: 'GET',
    path: '/v1/subscription_items',
    params: { ...pageOf, subscription: needed(text()) },
    run: (call, values) =>
      pageOfItems(
        findSubscription(call, values.subscription, 'subscription').items.data,
        values,
        '/v1/subscription_items',
        'subscription_item',
      ),
  }),
  operation({
    method: 'GET',
    path: '/v1/subscription_items/:id',
    params: expand,
    run: (call, _values, { id }) => find(call, id).item,
  }),
  operation({
    method: 'POST',
    path: '/v1/subscription_items/:id',
    params: updateParams,
    run: (call, { expand: _expand, off_session: _offSession, ...values }, { id }) => {
      const after = change(call, find(call, id).subscription, values, { id });
      return after.items.data.find((item) => item.id === id) ?? {};
    },
  }),
  operation({
    method: 'DELETE',
    path: '/v1/subscription_items/:id',
    params: { ...changeParams, clear_usage: flag },
    run: (call, { clear_usage: _clearUsage, ...values }, { id }) => {
      change(call, find(call, id).subscription, values, { id, deleted: true });
      return { id, object: 'subscription_item', deleted: true } satisfies Stripe.DeletedSubscriptionItem;
    },
  }),
];

type Sent = Partial<Parameters<typeof updateSubscription>[2]>;
type SentItem = NonNullable<Sent['items']>[number];

function change(
  caller: Call,
  before: Stripe.Subscription,
  values: Partial<SentItem> & Pick<Sent, 'payment_behavior' | 'proration_behavior' | 'proration_date'>,
  which: Partial<SentItem>,
): Stripe.Subscription {
  const { payment_behavior, proration_behavior, proration_date, ...item } = values;
  const sent = { payment_behavior, proration_behavior, proration_date, items: [{ ...item, ...which }] };
  return updateSubscription(
    onClock(caller, idOf(before.test_clock)),
    before,
    sent as Parameters<typeof updateSubscription>[2],
  );
}

function find(call: Call, id: string): { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem } {
  const [subscription] = call.world.store.list('subscription', { filters: { items: id }, limit: 1 });
  const item = subscription?.items.data.find((other) => other.id === id);
  if (subscription === undefined || item === undefined) throw noSuch('subscription_item', id);
  return { subscription, item };
}
