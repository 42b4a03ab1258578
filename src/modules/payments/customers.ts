/**
 * A person as the processor knows them: made when they first need it, and only once. Written down first, then asked for under a key from
 * our row; a key that is spent is renewed only after a look that nothing came of it.
 */
import { DomainError } from '#kernel/errors.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import * as store from './customer-store.ts';

/** Safe to repeat and to run in parallel. Throws `GatewayUnavailable` when nobody knows: a repeat continues. */
export async function ensureCustomer(deps: Deps, userId: string): Promise<string> {
  const known = await store.findCustomerRef(deps.db, userId);
  if (known !== null) return known;
  const opening = await deps.db.transaction().execute((tx) => writeDown(tx, deps, userId));
  if ('customerRef' in opening) return opening.customerRef;
  const customerRef = await ask(deps, opening);
  const recorded = await deps.db.transaction().execute((tx) => store.recordCustomerRef(tx, userId, customerRef));
  if (recorded === null) throw new DomainError('sign_in_required');
  return recorded;
}

/** After the processor said that it does not know the customer, as when its staff deleted them: the next purchase makes a new one. */
export async function forgetCustomer({ db, log }: Deps, userId: string, customerRef: string): Promise<void> {
  if (await store.forgetCustomerRef(db, userId, customerRef))
    log.warn({ userId, customerRef }, 'the processor does not know a customer any more');
}

/** The processor writes to a person, and shows them to our staff, under the address of now. Safe to repeat. */
export async function tellCustomer({ db, gateway }: Deps, userId: string): Promise<void> {
  const person = await store.findPerson(db, userId);
  if (person?.customer_ref == null) return;
  await gateway.changeCustomer(person.customer_ref, { email: person.email, name: `${person.first_name} ${person.last_name}`.trim() });
}

async function writeDown(tx: Tx, { clock }: Deps, userId: string): Promise<store.Opening | { customerRef: string }> {
  const person = await store.lockPerson(tx, userId);
  if (!person) throw new DomainError('sign_in_required');
  if (person.customer_ref !== null) return { customerRef: person.customer_ref };
  const earlier = await store.findOpening(tx, userId);
  if (earlier !== null && earlier.request !== null) return { ...earlier, request: earlier.request };
  // The generation before this one ended in a customer that is gone by now.
  const request = { userId, email: person.email, name: `${person.first_name} ${person.last_name}`.trim() };
  const opening = { request, generation: (earlier?.generation ?? 0) + 1, keyedAt: clock.now() };
  await store.saveOpening(tx, opening);
  return opening;
}

async function ask(deps: Deps, opening: store.Opening): Promise<string> {
  const { gateway, clock, db } = deps;
  const under =
    ({ request, generation }: store.Opening) =>
    () =>
      gateway.createCustomer({ ...request, generation });
  const customerRef = await callOnce({
    keyedAt: opening.keyedAt,
    now: clock.now(),
    ask: under(opening),
    find: () => gateway.findCustomer(opening.request),
    renew: async () => {
      const renewed = await db.transaction().execute((tx) => renew(tx, deps, opening));
      return renewed === null ? null : under(renewed);
    },
  });
  if (customerRef === null) throw new GatewayUnavailable('somebody else is asking for the same customer');
  return customerRef;
}

/** Null: somebody else renewed it meanwhile. */
async function renew(tx: Tx, { clock }: Deps, { request, generation }: store.Opening): Promise<store.Opening | null> {
  await store.lockPerson(tx, request.userId);
  const current = await store.findOpening(tx, request.userId);
  if (current?.generation !== generation || current.request === null) return null;
  const renewed = { request, generation: generation + 1, keyedAt: clock.now() };
  await store.saveOpening(tx, renewed);
  return renewed;
}
