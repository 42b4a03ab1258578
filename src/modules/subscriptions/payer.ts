/**
 * Who is charged for renewals, as the processor knows them. One customer for one person: the account's own, also where the purchase made the
 * account. While an order waits for the owner of its address, and where somebody pays an order of another person, there is one for that
 * address beside it: a stranger may have typed it, and their card must not come among somebody's saved cards.
 */
import { freshId } from '#kernel/ids.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import { ensureCustomer } from '#modules/payments/customers.ts';
import type { Deps } from '#platform/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import * as guests from './guest-store.ts';
import type { Subscription } from './store.ts';

/** Safe to repeat and to run in parallel. `paidBy`: the customer that the first payment names, whose card it was. */
export async function customerFor(deps: Deps, { payerId, billTo }: Subscription, paidBy: string | null): Promise<string> {
  if (paidBy !== null) return paidBy;
  return payerId === null ? ensureGuest(deps, billTo) : ensureCustomer(deps, payerId);
}

async function ensureGuest(deps: Deps, billTo: Subscription['billTo']): Promise<string> {
  const { db, gateway, clock } = deps;
  const email = normaliseEmail(billTo.email);
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
  if (customerRef === null) throw new GatewayUnavailable('somebody else is asking for the same customer');
  return guests.recordCustomer(db, guest.id, customerRef);
}
