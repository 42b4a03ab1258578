/**
 * Which customer at the processor is charged for renewals. Each account has one customer, including an
 * account that the purchase created. Two kinds of order use a separate customer per address: one that waits
 * for its owner, and one paid by someone else. The address may have been typed by a stranger, whose card must
 * not appear among the owner's saved cards.
 */
import { freshId } from '#kernel/ids.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import { ensureCustomer } from '#modules/payments/customers.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import * as guests from './guest-store.ts';
import type { Subscription } from './store.ts';

/** Safe to repeat and to run in parallel. `paidBy`: the customer of the first payment, whose card it was. */
export async function customerFor(
  deps: Deps,
  { payerId, billTo }: Subscription,
  paidBy: string | null,
): Promise<string> {
  if (paidBy !== null) return paidBy;
  return payerId === null ? ensureGuest(deps, billTo) : ensureCustomer(deps, payerId);
}

async function ensureGuest(deps: Deps, billTo: Subscription['billTo']): Promise<string> {
  const { db, gateway, clock } = deps;
  const email = normalizeEmail(billTo.email);
  const { name } = billTo;
  const guest = await guests.ensure(db, { id: freshId('gst'), email, name, now: clock.now() });
  if (guest.customerRef !== null) return guest.customerRef;
  const under = (generation: number) => () => gateway.createCustomer({ ...guest.request, generation });
  const customerRef = await callOnce({
    keyedAt: guest.keyedAt,
    now: clock.now(),
    ask: under(guest.generation),
    find: () => gateway.findCustomer(guest.request),
    renew: async () => {
      const generation = await guests.renewKey(db, guest, clock.now());
      return generation === null ? null : under(generation);
    },
  });
  if (customerRef === null) throw new GatewayUnavailable('another process is creating the same customer');
  return guests.recordCustomer(db, guest.id, customerRef);
}
