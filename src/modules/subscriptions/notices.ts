/**
 * Notifies owners in advance of a renewal, an expiring card, and a new price. Each once, under the lock on
 * the subscription.
 */
import { type Cents, subtract } from '#kernel/money.ts';
import { linesOf } from '#modules/checkout/placing/rules.ts';
import { renewalDiscount } from '#modules/coupons/service.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import * as mail from '#modules/mail/service.ts';
import * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { makeLink } from './card-links.ts';
import * as prices from './price-store.ts';
import { isCardEnding, isNoticeDue, isRenewalNear, mayAnnouncePrice } from './rules.ts';
import * as store from './store.ts';
import { emailFacts } from './words.ts';

/** Only subscriptions that will be charged again get notices. */
const isCharged = ({ status, renews, cancelAtPeriodEnd, subscriptionRef }: store.Subscription): boolean =>
  status === 'active' && renews && !cancelAtPeriodEnd && subscriptionRef !== null;

export async function giveNotice(deps: Deps, seen: store.Subscription): Promise<void> {
  if (!isCharged(seen)) return;
  const price = await checkPrice(deps, seen);
  const now = deps.clock.now();
  if (!isNoticeDue(seen, now) && !isCardDue(seen, now) && !isPriceUnchecked(seen, price, now)) return;
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, seen.orderId);
    const locked = await store.lock(tx, seen.id);
    if (locked === null || !isCharged(locked)) return;
    if (isPriceUnchecked(locked, price, now)) {
      await store.change(tx, locked.id, { priceCheckedTo: price.newest });
      if (isPriceDue(locked, price.wanted, now)) await announcePrice(tx, deps, locked, price.wanted);
    }
    const current = (await store.find(tx, seen.id)) ?? locked;
    if (isNoticeDue(current, now)) await announceRenewal(tx, deps, current);
    if (isCardDue(current, now)) await announceCard(tx, deps, current);
  });
}

async function announceRenewal(tx: Tx, deps: Deps, subscription: store.Subscription): Promise<void> {
  await store.change(tx, subscription.id, { lastNoticeAt: deps.clock.now() });
  const price = subscription.nextPrice?.amount ?? subscription.price;
  const email = emails.renewalNotice({ ...emailFacts(deps, subscription), price });
  await mail.queue(tx, deps, {
    kind: 'renewal_notice',
    orderId: subscription.orderId,
    to: subscription.billingEmail,
    email,
  });
}

/** Each card is announced once; a replacement is announced separately. */
const isCardDue = ({ card, cardNoticeFor }: store.Subscription, now: Date): boolean =>
  card !== null && isCardEnding(card, now) && cardNoticeFor !== card.ref;

async function announceCard(tx: Tx, deps: Deps, subscription: store.Subscription): Promise<void> {
  const { card, id, orderId, billingEmail } = subscription;
  if (card === null) return;
  await store.change(tx, id, { cardNoticeFor: card.ref });
  const { id: cardLinkId } = await makeLink(tx, deps, id);
  const email = emails.cardExpiring(emailFacts(deps, subscription), card);
  await mail.queue(tx, deps, { kind: 'card_expiring', orderId, to: billingEmail, email, cardLinkId });
}

type AnnouncedPrice = { id: string; amount: Cents };

/** The price of a renewal, as decided until `newest`. `wanted`: null when no new price applies to it. */
type Price = { renewal: Date; newest: Date; wanted: AnnouncedPrice | null };

/** Null when the product's price has never changed. */
async function checkPrice(
  { db }: Deps,
  { productId, orderId, startedAt, paidUntil }: store.Subscription,
): Promise<Price | null> {
  // Read this first, so that a concurrent change is checked again later.
  const newest = await prices.newestFor(db, productId);
  if (newest === null) return null;
  const latest = await prices.latestFor(db, productId, { boughtAt: startedAt, renewal: paidUntil });
  if (latest === null) return { renewal: paidUntil, newest, wanted: null };
  const discount = await renewalDiscount(
    db,
    orderId,
    { productId, price: latest.amount },
    linesOf(await orders.items(db, orderId)),
  );
  return { renewal: paidUntil, newest, wanted: { id: latest.id, amount: subtract(latest.amount, discount) } };
}

/**
 * Once per renewal and new price, from the day it may be announced. A price that is too late for this renewal
 * waits for the next one.
 */
function isPriceUnchecked(
  { paidUntil, priceChecked }: store.Subscription,
  price: Price | null,
  now: Date,
): price is Price {
  if (price === null || price.renewal.getTime() !== paidUntil.getTime() || !isRenewalNear(paidUntil, now))
    return false;
  return priceChecked?.renewal.getTime() !== paidUntil.getTime() || priceChecked.newest < price.newest;
}

const isPriceDue = (
  { priceChangeId, paidUntil, price, nextPrice }: store.Subscription,
  newPrice: AnnouncedPrice | null,
  now: Date,
): newPrice is AnnouncedPrice =>
  newPrice !== null &&
  priceChangeId !== newPrice.id &&
  (nextPrice?.amount ?? price) !== newPrice.amount &&
  mayAnnouncePrice(paidUntil, now);

/** Applies from this renewal on; the processor is updated immediately and charges it then. */
async function announcePrice(
  tx: Tx,
  deps: Deps,
  subscription: store.Subscription,
  { id: priceChangeId, amount }: AnnouncedPrice,
): Promise<void> {
  const { id, orderId, billingEmail, paidUntil } = subscription;
  await store.change(tx, id, { nextPrice: { amount, from: paidUntil }, priceChangeId, changeDue: true });
  await deps.jobs.enqueue(tx, 'change-subscription', { subscriptionId: id });
  const email = emails.priceChange(emailFacts(deps, subscription), { amount, from: paidUntil });
  await mail.queue(tx, deps, { kind: 'price_change', orderId, to: billingEmail, email });
}
