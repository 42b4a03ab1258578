/** What owners are told before it happens: a renewal, a card that expires, a new price. Each once, under the lock of the subscription. */
import { type Cents, subtract } from '#kernel/money.ts';
import { linesOf } from '#modules/checkout/placing/rules.ts';
import { renewalDiscount } from '#modules/coupons/service.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import * as mail from '#modules/mail/service.ts';
import * as orders from '#modules/orders/store.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { makeLink } from './card-links.ts';
import * as prices from './price-store.ts';
import { isCardEnding, isNoticeDue, mayAnnouncePrice } from './rules.ts';
import * as store from './store.ts';
import { emailFacts } from './words.ts';

/** Nothing is announced to somebody who will not be charged again. */
const isCharged = ({ status, renews, cancelAtPeriodEnd, subscriptionRef }: store.Subscription): boolean =>
  status === 'active' && renews && !cancelAtPeriodEnd && subscriptionRef !== null;

export async function giveNotice(deps: Deps, seen: store.Subscription): Promise<void> {
  const wanted = isCharged(seen) ? await wantedPrice(deps, seen) : null;
  const now = deps.clock.now();
  const mayBeDue = isNoticeDue(seen, now) || isCardDue(seen, now) || isPriceDue(seen, wanted, now);
  if (!isCharged(seen) || !mayBeDue) return;
  await deps.db.transaction().execute(async (tx) => {
    await orders.lock(tx, seen.orderId);
    const locked = await store.lock(tx, seen.id);
    if (locked === null || !isCharged(locked)) return;
    if (wanted !== null && isPriceDue(locked, wanted, now)) await announcePrice(tx, deps, locked, wanted);
    const current = (await store.find(tx, seen.id)) ?? locked;
    if (isNoticeDue(current, now)) await announceRenewal(tx, deps, current);
    if (isCardDue(current, now)) await announceCard(tx, deps, current);
  });
}

async function announceRenewal(tx: Tx, deps: Deps, subscription: store.Subscription): Promise<void> {
  await store.change(tx, subscription.id, { lastNoticeAt: deps.clock.now() });
  const price = subscription.nextPrice?.amount ?? subscription.price;
  const email = emails.renewalNotice({ ...emailFacts(deps, subscription), price });
  await mail.queue(tx, deps, { kind: 'renewal_notice', orderId: subscription.orderId, to: subscription.billingEmail, email });
}

/** Another card is announced anew, and the same one once. */
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

type Wanted = { id: string; amount: Cents };

/** The newest price that was decided since they bought and counts at their next renewal, less what the code of their order takes off every period. */
async function wantedPrice({ db }: Deps, { productId, orderId, startedAt, paidUntil }: store.Subscription): Promise<Wanted | null> {
  const latest = await prices.latestFor(db, productId, { boughtAt: startedAt, renewal: paidUntil });
  if (latest === null) return null;
  const discount = await renewalDiscount(db, orderId, { productId, price: latest.amount }, linesOf(await orders.items(db, orderId)));
  return { id: latest.id, amount: subtract(latest.amount, discount) };
}

/** In the days before a renewal in which a new price may be announced. One that is too late for this renewal waits for the next one. */
const isPriceDue = ({ priceChangeId, paidUntil, price, nextPrice }: store.Subscription, wanted: Wanted | null, now: Date): boolean =>
  wanted !== null && priceChangeId !== wanted.id && (nextPrice?.amount ?? price) !== wanted.amount && mayAnnouncePrice(paidUntil, now);

/** From this renewal on; the processor is told at once, and charges it then. */
async function announcePrice(tx: Tx, deps: Deps, subscription: store.Subscription, { id: priceChangeId, amount }: Wanted): Promise<void> {
  const { id, orderId, billingEmail, paidUntil } = subscription;
  await store.change(tx, id, { nextPrice: { amount, from: paidUntil }, priceChangeId, changeDue: true });
  await deps.jobs.enqueue(tx, 'change-subscription', { subscriptionId: id });
  const email = emails.priceChange(emailFacts(deps, subscription), { amount, from: paidUntil });
  await mail.queue(tx, deps, { kind: 'price_change', orderId, to: billingEmail, email });
}
