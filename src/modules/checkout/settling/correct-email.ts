/**
 * Lets a guest correct a mistyped order address in the browser that placed the order. The key of the attempt
 * identifies that browser (decision 0086). Links sent to the former address become void; the receipt and
 * account link go to the new one. The response is the same whether or not either address has an account.
 */
import type * as contract from '#contract/guest-orders.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as links from '#modules/accounts/links/service.ts';
import type { Purpose } from '#modules/accounts/links/rules.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as carts from '#modules/carts/store.ts';
import { fingerprintOfLink } from '#modules/checkout/placing/running.ts';
import * as coupons from '#modules/coupons/store.ts';
import * as mail from '#modules/mail/service.ts';
import { deletedAddress } from '#modules/mail/store.ts';
import * as orderRules from '#modules/orders/rules.ts';
import * as orders from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { correctableUntil, correctionsAtMost } from './correction-rules.ts';
import * as store from './correction-store.ts';
import { accountFor } from './guest-account.ts';
import { receiptOf } from './complete-purchase.ts';

type Answer = Handled<typeof contract.readGuestOrder>;
type GuestAccess = { orderId: string; key: string };

const accountLinks: Purpose[] = ['confirm_email', 'reset_password', 'set_password'];

/** Throws `order_not_found`, also for an order that is not paid. */
export async function readGuestOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orderId, key }: GuestAccess,
): Promise<Answer> {
  const order = await orders.find(db, orderId);
  if (order === null || !orderRules.isAccepted(order.status) || !(await isPlacedHere(db, { orderId, key })))
    throw new DomainError('order_not_found');
  const owner = order.userId === null ? undefined : await users.find(db, order.userId);
  const corrections = await store.correctionsOf(db, orderId);
  const until = correctableUntil(
    { ...order, corrections, isOwnerConfirmed: isConfirmed(owner) },
    clock.now(),
  );
  return {
    email: order.billing.email,
    invoice: await store.invoiceOf(db, orderId),
    correctableUntil: until?.toISOString() ?? null,
    correctionsLeft: until === null ? 0 : correctionsAtMost - corrections,
  };
}

const isPlacedHere = (db: Database | Tx, { orderId, key }: GuestAccess): Promise<boolean> =>
  store.isPlacedUnder(db, { orderId, key, linkFingerprint: fingerprintOfLink(orderId) });

const isConfirmed = (owner: users.User | undefined): boolean =>
  owner !== undefined && owner.email_confirmed_at !== null;

/** Safe to repeat: an unchanged address changes nothing. Throws `order_not_found`, `order_email_final`. */
export async function correctEmail(deps: Deps, request: GuestAccess & { email: string }): Promise<Answer> {
  await retryOnDeadlock(deps, () => deps.db.transaction().execute((tx) => correctIn(tx, deps, request)));
  return readGuestOrder(deps, request);
}

async function correctIn(
  tx: Tx,
  deps: Deps,
  { orderId, key, email }: GuestAccess & { email: string },
): Promise<void> {
  const now = deps.clock.now();
  const found = await orders.find(tx, orderId);
  // Lock the cart before the order, as everywhere.
  if (found !== null && found.cartId !== null) await carts.lock(tx, found.cartId);
  const order = await orders.lock(tx, orderId);
  if (order === null || !(await isPlacedHere(tx, { orderId, key }))) throw new DomainError('order_not_found');
  const [from, to] = [normalizeEmail(order.billing.email), normalizeEmail(email)];
  if (from === to) return;
  const owner = order.userId === null ? undefined : await users.lock(tx, order.userId);
  const corrections = await store.correctionsOf(tx, orderId);
  if (correctableUntil({ ...order, corrections, isOwnerConfirmed: isConfirmed(owner) }, now) === null)
    throw new DomainError('order_email_final');
  await store.moveAddress(tx, { orderId, email });
  await store.withdrawEmails(tx, { orderId, userId: owner?.id ?? null, from, to: email });
  const corrected = { ...order, billing: { ...order.billing, email } };
  const { userId, drafts, entries } = await newOwnerOf(tx, deps, corrected, owner, now);
  await store.transferOrder(tx, { orderId, userId });
  await audit.record(tx, deps, ...entries, {
    actorId: null,
    action: 'order_email_corrected',
    object: orderId,
    before: { email: from },
    after: { email: to },
    detail: { correction: corrections + 1 },
  });
  await mail.queueAll(tx, deps, [...(await receiptDrafts(tx, deps, corrected)), ...drafts]);
}

async function receiptDrafts(tx: Tx, deps: Deps, order: orders.Order): Promise<mail.EmailDraft[]> {
  const invoice = await store.invoiceOf(tx, order.id);
  if (invoice === null || order.acceptedAt === null) return [];
  const coupon = order.discount > 0 ? await coupons.findOfOrder(tx, order.id) : null;
  const items = await orders.items(tx, order.id);
  const discountCode = coupon?.code ?? null;
  const sale = { invoiceId: invoice.id, order, items, discountCode, paidAt: order.acceptedAt };
  return [receiptOf(deps, sale, invoice.number)];
}

type NewOwner = { userId: string | null; drafts: mail.EmailDraft[]; entries: audit.AuditEntry[] };

/**
 * Moves an account that only this order created to the new address, with the card of its subscriptions. If
 * that address already has an account, the order goes there like any purchase under it, and the empty account
 * is closed.
 */
async function newOwnerOf(
  tx: Tx,
  deps: Deps,
  order: orders.Order,
  owner: users.User | undefined,
  now: Date,
): Promise<NewOwner> {
  if (owner === undefined) return asGuest(tx, deps, order, now);
  await tokens.voidAll(tx, owner.id, accountLinks, now);
  const other = await store.newestOther(tx, { userId: owner.id, orderId: order.id });
  if (other !== undefined) {
    // Undo what this purchase wrote to the account, and send a working link to its address.
    await users.updateDetails(tx, owner.id, { ...other, city: '' }, now);
    const invitation = await links.make(tx, deps, owner, 'set_password', accountLinks);
    const { drafts, ...rest } = await asGuest(tx, deps, order, now);
    return { ...rest, drafts: [...drafts, invitation] };
  }
  await deps.jobs.enqueue(tx, 'tell-customer', { userId: owner.id });
  const email = normalizeEmail(order.billing.email);
  if (!(await users.moveUnconfirmed(tx, owner.id, email, now))) {
    await users.closeEmpty(tx, owner.id, deletedAddress, now);
    return asGuest(tx, deps, order, now);
  }
  const invitation = await links.make(tx, deps, { ...owner, email }, 'set_password', accountLinks);
  return { userId: owner.id, drafts: [{ ...invitation, language: order.language }], entries: [] };
}

async function asGuest(tx: Tx, deps: Deps, order: orders.Order, now: Date): Promise<NewOwner> {
  const account = await accountFor(tx, deps, order, now);
  return account === null
    ? { userId: null, drafts: [], entries: [] }
    : { userId: account.userId, drafts: [account.invitation], entries: [account.auditEntry] };
}
