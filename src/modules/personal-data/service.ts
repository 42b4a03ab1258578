/**
 * Closes accounts. The user is erased from every row immediately; data at the card processor is deleted by a
 * job that retries until it succeeds. Orders stay without a name, for accounting.
 */
import { DomainError } from '#kernel/errors.ts';
import { isStaff } from '#kernel/permissions.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as links from '#modules/accounts/links/service.ts';
import * as proofs from '#modules/accounts/two-factor/proof.ts';
import * as sessions from '#modules/accounts/sessions/store.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as credit from '#modules/credit/account/personal.ts';
import * as reporting from '#modules/credit-reporting/personal.ts';
import { cancelOrder } from '#modules/checkout/canceling/cancel-order.ts';
import { attachOrders } from '#modules/checkout/own-orders/service.ts';
import { endAllOf } from '#modules/subscriptions/ending.ts';
import * as guests from '#modules/subscriptions/guest-store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { CustomerRequest } from '#ports/card-wallet.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import * as store from './erase-store.ts';
import { assertAddressTyped } from './on-request.ts';

type Nothing = Record<string, never>;

/**
 * Throws what `proofs.demand` throws, `account_is_staff`, `account_has_payment`, `account_has_dispute`,
 * `credit_owes`, or `busy` when the processor is unavailable and the outcome of a payment is unknown.
 */
export async function deleteAccount(
  deps: AccountDeps,
  caller: Person,
  proof: proofs.Proof,
): Promise<Nothing> {
  const seen = await proofs.demand(deps, caller, proof);
  if (isStaff(seen.role)) throw new DomainError('account_is_staff');
  await closeWith(deps, { seen, code: proof.code, byStaff: null });
  return {};
}

/**
 * For a customer who asked staff for it. Throws what `assertAddressTyped` throws, and what `deleteAccount`
 * throws about unfinished business.
 */
export async function deleteByStaff(
  deps: AccountDeps,
  { customerId, actorId }: { customerId: string; actorId: string },
  { email, reason }: { email: string; reason: string },
): Promise<Nothing> {
  const seen = await users.find(deps.db, customerId);
  assertAddressTyped(seen, email);
  await closeWith(deps, { seen, code: undefined, byStaff: { actorId, reason } });
  return {};
}

/** `byStaff`: who closes it for its owner, and why; null for the owner, who has given proof. */
type Closing = {
  seen: users.User;
  code: string | undefined;
  byStaff: { actorId: string; reason: string } | null;
};

async function closeWith(deps: AccountDeps, closing: Closing): Promise<void> {
  const { seen, byStaff } = closing;
  // Guest purchases count too: an open dispute about one prevents closing. An unconfirmed address may belong
  // to another person.
  if (seen.email_confirmed_at !== null)
    await deps.db.transaction().execute(async (tx) => {
      const attached = await attachOrders(tx, { userId: seen.id, email: seen.email });
      await audit.record(
        tx,
        deps,
        ...attached.map((entry) => ({
          ...entry,
          effectiveId: seen.id,
          ...(byStaff && { actorId: byStaff.actorId }),
        })),
      );
    });
  await cancelOpenOrders(deps, seen.id);
  await retryOnDeadlock(deps, () => deps.db.transaction().execute((tx) => close(tx, deps, closing)));
}

/** Cancels unpaid orders, except one that is being paid right now. */
async function cancelOpenOrders(deps: Deps, userId: string): Promise<void> {
  for (const orderId of await store.waitingOrders(deps.db, userId)) {
    const isGivenUp = await cancelOrder(deps, orderId, 'expired').catch((error: unknown) => {
      if (error instanceof GatewayUnavailable) throw new DomainError('busy');
      throw error;
    });
    if (!isGivenUp) throw new DomainError('account_has_payment');
  }
}

async function close(tx: Tx, deps: AccountDeps, { seen, code, byStaff }: Closing): Promise<void> {
  const now = deps.clock.now();
  await store.lockOnly(tx, seen.id);
  const user = await users.lock(tx, seen.id);
  const isSame = user?.password_changed_at?.getTime() === seen.password_changed_at?.getTime();
  if (user === undefined || user.deleted_at !== null || !isSame || user.email !== seen.email)
    throw new DomainError(byStaff === null ? 'current_password_wrong' : 'changed_meanwhile');
  if ((await store.waitingOrders(tx, user.id)).length > 0) throw new DomainError('account_has_payment');
  if (await store.hasOpenDispute(tx, user.id)) throw new DomainError('account_has_dispute');
  const spent = byStaff === null ? await proofs.spendCode(tx, deps, user, code) : [];
  await links.write(tx, deps, user, 'account_closed', byStaff === null ? {} : { reason: byStaff.reason });
  const ended = await sessions.revokeAll(tx, user.id, null, 'account_closed', now);
  await tokens.voidAll(tx, user.id, ['confirm_email', 'reset_password', 'set_password'], now);
  await endAllOf(tx, deps, user.id);
  await store.closeAccount(tx, user.id, now);
  await store.erasePurchases(tx, user.id);
  await store.eraseAddress(tx, user.email);
  // Last in the lock order; an open debt rolls all of this back.
  await credit.end(tx, deps, user.id);
  await reporting.end(tx, deps, user.id);
  await deps.jobs.enqueue(tx, 'forget-account', { userId: user.id });
  const guestId = await guests.findIdByEmail(tx, user.email);
  if (guestId !== null) await deps.jobs.enqueue(tx, 'forget-guest', { guestId });
  const detail = { sessionsEnded: ended };
  // The reason is in the email. Here only its hash is stored, because it may name the user.
  const entry = {
    actorId: byStaff?.actorId ?? user.id,
    effectiveId: user.id,
    action: 'account_deleted',
    object: user.id,
    detail,
  };
  await audit.record(
    tx,
    deps,
    ...spent,
    byStaff === null ? entry : { ...entry, after: { reason: byStaff.reason } },
  );
}

/**
 * The customer may still be in creation at the processor when the account is closed, so the check repeats for
 * this many ms.
 */
const customerMayComeMs = 3_600_000;

/**
 * The deletion job, also run by the daily sweep: removes the customer and cards at the processor, and rows
 * that a concurrent purchase wrote. Safe to repeat. Throws while something is still unfinished.
 */
export async function eraseAccount(deps: Deps, userId: string): Promise<void> {
  const { db, gateway, clock } = deps;
  const customer = await store.findAtProcessor(db, userId);
  if (customer === null) return;
  await cancelOpenOrders(deps, userId);
  await db.transaction().execute((tx) => store.erasePurchases(tx, userId));
  const stored = customer.request as CustomerRequest | null;
  const customerRef = customer.customerRef ?? (stored === null ? null : await gateway.findCustomer(stored));
  if (customerRef !== null) await gateway.removeCustomer(customerRef);
  const isYoung =
    customer.keyedAt !== null && clock.now().getTime() - customer.keyedAt.getTime() < customerMayComeMs;
  const recordRequest = customerRef === null && stored !== null && isYoung;
  await db.transaction().execute((tx) => store.eraseAtProcessor(tx, userId, { recordRequest }));
}

/**
 * Like `eraseAccount` for a guest customer at the processor, whose purchases have since moved to the account
 * and ended with it.
 */
export async function eraseGuest({ db, gateway }: Deps, guestId: string): Promise<void> {
  const guest = await guests.find(db, guestId);
  if (guest === null) return;
  const customerRef = guest.customerRef ?? (await gateway.findCustomer(guest.request));
  if (customerRef !== null) await gateway.removeCustomer(customerRef);
  await guests.deleteGuest(db, guestId);
}

const recheckForMs = 3 * 86_400_000;

/** Recently closed accounts, and closed ones that the processor still has. */
export const sweepClosed = ({ db, jobs, clock }: Deps): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const closed = await store.closedSince(tx, new Date(clock.now().getTime() - recheckForMs));
    for (const userId of closed)
      await jobs.enqueue(tx, 'forget-account', { userId }, { singletonKey: userId });
  });
