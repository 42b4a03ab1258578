/**
 * Creates a user's customer at the processor on first use, exactly once. The request is stored first and sent
 * under a key from our row. A used-up key is renewed only after a lookup shows that nothing was created.
 */
import { DomainError } from '#kernel/errors.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { callOnce } from '#platform/keyed-call.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import * as store from './customer-store.ts';

/**
 * Safe to repeat and to run in parallel. Throws `GatewayUnavailable` when the outcome is unknown; a repeat
 * continues.
 */
export async function ensureCustomer(deps: Deps, userId: string): Promise<string> {
  const stored = await store.findCustomerRef(deps.db, userId);
  if (stored !== null) return stored;
  const opening = await deps.db.transaction().execute((tx) => storeOpening(tx, deps, userId));
  if ('customerRef' in opening) return opening.customerRef;
  const customerRef = await ask(deps, opening);
  const recorded = await deps.db
    .transaction()
    .execute((tx) => store.recordCustomerRef(tx, userId, customerRef));
  if (recorded === null) throw new DomainError('sign_in_required');
  return recorded;
}

/**
 * Clears a customer that the processor no longer has, for example because staff deleted it. The next purchase
 * creates a new one.
 */
export async function unlinkCustomer({ db, log }: Deps, userId: string, customerRef: string): Promise<void> {
  if (await store.clearCustomerRef(db, userId, customerRef))
    log.warn({ userId, customerRef }, 'the processor no longer has a customer');
}

/** Updates the address under which the processor contacts and displays the customer. Safe to repeat. */
export async function updateCustomer({ db, gateway }: Deps, userId: string): Promise<void> {
  const person = await store.findPerson(db, userId);
  if (person?.customer_ref == null) return;
  await gateway.changeCustomer(person.customer_ref, {
    email: person.email,
    name: `${person.first_name} ${person.last_name}`.trim(),
  });
}

async function storeOpening(
  tx: Tx,
  { clock }: Deps,
  userId: string,
): Promise<store.Opening | { customerRef: string }> {
  const person = await store.lockPerson(tx, userId);
  if (!person) throw new DomainError('sign_in_required');
  if (person.customer_ref !== null) return { customerRef: person.customer_ref };
  const earlier = await store.findOpening(tx, userId);
  if (earlier !== null && earlier.request !== null) return { ...earlier, request: earlier.request };
  // The customer of the previous generation has been deleted.
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
  if (customerRef === null) throw new GatewayUnavailable('another process is creating the same customer');
  return customerRef;
}

/** Null: a concurrent request renewed it. */
async function renew(
  tx: Tx,
  { clock }: Deps,
  { request, generation }: store.Opening,
): Promise<store.Opening | null> {
  await store.lockPerson(tx, request.userId);
  const current = await store.findOpening(tx, request.userId);
  if (current?.generation !== generation || current.request === null) return null;
  const renewed = { request, generation: generation + 1, keyedAt: clock.now() };
  await store.saveOpening(tx, renewed);
  return renewed;
}
