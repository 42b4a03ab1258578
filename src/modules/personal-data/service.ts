/**
 * The end of an account. The person is taken out of every row at once; what is kept elsewhere (the card processor) goes by a job that is
 * tried until it is done. Orders stay without a name: the books must add up.
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
import { againAfterDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#platform/deps.ts';
import type { Person } from '#platform/mount.ts';
import type { CustomerRequest } from '#ports/card-wallet.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import * as store from './forget-store.ts';
import { assertMeant } from './on-request.ts';

type Nothing = Record<string, never>;

/**
 * Throws what `proofs.demand` throws, `account_is_staff`, `account_has_payment`, `account_has_dispute`, `credit_owes`, or `busy` when the
 * processor is away and nobody knows what became of a payment.
 */
export async function deleteAccount(deps: AccountDeps, caller: Person, proof: proofs.Proof): Promise<Nothing> {
  const seen = await proofs.demand(deps, caller, proof);
  if (isStaff(seen.role)) throw new DomainError('account_is_staff');
  await closeWith(deps, { seen, code: proof.code, byStaff: null });
  return {};
}

/**
 * For a customer who asked our staff for it. Throws what `assertMeant` throws, and the same as `deleteAccount` about what is still under way.
 */
export async function deleteByStaff(
  deps: AccountDeps,
  { customerId, actorId }: { customerId: string; actorId: string },
  { email, reason }: { email: string; reason: string },
): Promise<Nothing> {
  const seen = await users.find(deps.db, customerId);
  assertMeant(seen, email);
  await closeWith(deps, { seen, code: undefined, byStaff: { actorId, reason } });
  return {};
}

/** `byStaff`: who closes it for its owner, and why; null for the owner, who has given proof. */
type Closing = { seen: users.User; code: string | undefined; byStaff: { actorId: string; reason: string } | null };

async function closeWith(deps: AccountDeps, closing: Closing): Promise<void> {
  const { seen, byStaff } = closing;
  // What was bought as a guest counts, for the checks too: a dispute about it keeps the account open. Whose address nobody has confirmed may be somebody else's.
  if (seen.email_confirmed_at !== null)
    await deps.db.transaction().execute(async (tx) => {
      const attached = await attachOrders(tx, { userId: seen.id, email: seen.email });
      await audit.record(
        tx,
        deps,
        ...attached.map((entry) => ({ ...entry, effectiveId: seen.id, ...(byStaff && { actorId: byStaff.actorId }) })),
      );
    });
  await giveUpOrders(deps, seen.id);
  await againAfterDeadlock(deps, () => deps.db.transaction().execute((tx) => close(tx, deps, closing)));
}

/** An order that waits for its payment is given up; one that is being paid right now is not. */
async function giveUpOrders(deps: Deps, userId: string): Promise<void> {
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
  await store.forgetPurchases(tx, user.id);
  await store.forgetAddress(tx, user.email);
  // Last in the order of locks; while something is owed it undoes all of this.
  await credit.end(tx, deps, user.id);
  await reporting.end(tx, deps, user.id);
  await deps.jobs.enqueue(tx, 'forget-account', { userId: user.id });
  const guestId = await guests.findIdByEmail(tx, user.email);
  if (guestId !== null) await deps.jobs.enqueue(tx, 'forget-guest', { guestId });
  const detail = { sessionsEnded: ended };
  // The reason is in the email. Nothing of it stays here but its hash: it may name the person.
  const entry = { actorId: byStaff?.actorId ?? user.id, effectiveId: user.id, action: 'account_deleted', object: user.id, detail };
  await audit.record(tx, deps, ...spent, byStaff === null ? entry : { ...entry, after: { reason: byStaff.reason } });
}

/** Somebody might still be making the customer while their account is closed: for so long the look is repeated. */
const customerMayComeMs = 3_600_000;

/**
 * The job behind it, and the daily look: removes the person and their cards at the processor, and whatever a purchase of the same moment
 * wrote. May come again. Throws while something is still under way.
 */
export async function forgetAccount(deps: Deps, userId: string): Promise<void> {
  const { db, gateway, clock } = deps;
  const known = await store.findAtProcessor(db, userId);
  if (known === null) return;
  await giveUpOrders(deps, userId);
  await db.transaction().execute((tx) => store.forgetPurchases(tx, userId));
  const asked = known.request as CustomerRequest | null;
  const customerRef = known.customerRef ?? (asked === null ? null : await gateway.findCustomer(asked));
  if (customerRef !== null) await gateway.removeCustomer(customerRef);
  const isYoung = known.keyedAt !== null && clock.now().getTime() - known.keyedAt.getTime() < customerMayComeMs;
  const recordRequest = customerRef === null && asked !== null && isYoung;
  await db.transaction().execute((tx) => store.forgetAtProcessor(tx, userId, { recordRequest }));
}

/** The same for somebody who bought beside the account: what was bought has come to it by now and has ended with it. */
export async function forgetGuest({ db, gateway }: Deps, guestId: string): Promise<void> {
  const guest = await guests.find(db, guestId);
  if (guest === null) return;
  const customerRef = guest.customerRef ?? (await gateway.findCustomer(guest.request));
  if (customerRef !== null) await gateway.removeCustomer(customerRef);
  await guests.forget(db, guestId);
}

const recheckForMs = 3 * 86_400_000;

/** Accounts that were closed lately, and those that the processor still knows. */
export const sweepClosed = ({ db, jobs, clock }: Deps): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const closed = await store.closedSince(tx, new Date(clock.now().getTime() - recheckForMs));
    for (const userId of closed) await jobs.enqueue(tx, 'forget-account', { userId }, { singletonKey: userId });
  });
