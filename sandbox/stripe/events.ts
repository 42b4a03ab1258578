/**
 * Events: a snapshot of an object at the moment it changed. Written in the same step as the change, with one
 * delivery per subscribed endpoint, so that neither exists without the other.
 */
import type Stripe from 'stripe';
import { stripeId } from './ids.ts';
import type { Kind, Kinds } from './kinds.ts';
import { apiVersion, type Call, nowSeconds } from './world.ts';

export type EventType = Stripe.Event['type'];

/** `previous` holds the former values of the changed fields; only `….updated` events have it. */
export function emit(
  call: Call,
  type: EventType,
  object: Kinds[Kind],
  previous?: Record<string, unknown>,
): void {
  const { world } = call;
  const endpoints = world.webhooks.endpointsFor(type);
  const event = {
    id: stripeId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: nowSeconds(world),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  } satisfies Stripe.EventBase;
  world.store.insert('event', event as unknown as Stripe.Event, null);
  for (const endpoint of endpoints) world.webhooks.enqueue(event.id, endpoint.id);
}

/** The former values of changed fields, for `previous_attributes`. A new field has no former value. */
export function changesBetween(before: object, after: object): Record<string, unknown> {
  const fresh = after as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(fresh[name])),
  );
}
