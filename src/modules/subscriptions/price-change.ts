/**
 * A new price for existing subscribers: decided here, announced to each before their renewal, and only then
 * charged.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import * as emails from '#modules/mail/emails/subscription.ts';
import { senderOf } from '#modules/mail/sender.ts';
import { smallestCharge } from '#modules/orders/rules.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import * as prices from './price-store.ts';
import { announcedFrom, isTooFarAhead } from './rules.ts';

export type NewPrice = {
  productId: string;
  amount: Cents;
  /**
   * UTC day: earlier renewals keep their price. Default: as soon as each subscriber can be notified in time.
   */
  startsOn?: string | undefined;
};

/**
 * Returns the number of affected subscribers.
 * @throws `product_not_found`, `product_unavailable` without a subscription, `total_too_small`, and
 *   `invalid_request` for a day too far ahead.
 */
export async function changePrice(
  deps: Deps,
  { productId, amount, startsOn }: NewPrice,
  /** The staff member; null for the command line. */
  actorId: string | null,
): Promise<number> {
  const { db, clock } = deps;
  await findSubscription(deps, { productId, amount, startsOn });
  await db.transaction().execute(async (tx) => {
    // Serializes changes of a product, so that two clicks decide once.
    await tx.selectFrom('product').select('id').where('id', '=', productId).forUpdate().execute();
    const [newest] = await prices.list(tx, productId);
    if (newest?.amount === amount && newest.startsOn === (startsOn ?? null)) return;
    const change = {
      id: freshId('prc'),
      productId,
      amount,
      startsOn: startsOn ?? null,
      by: actorId,
      now: clock.now(),
    };
    await prices.insert(tx, change);
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      action: 'price_changed',
      object: productId,
      before: newest === undefined ? null : { amount: newest.amount, startsOn: newest.startsOn },
      after: { amount, startsOn: startsOn ?? null },
      detail: { amountCents: amount, startsOn: startsOn ?? null },
    });
  });
  return prices.countOthers(db, productId, amount);
}

type Sold = { name: string; price: Cents; period: 'month' | 'year' };

async function findSubscription(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { productId, amount, startsOn }: NewPrice,
): Promise<Sold> {
  if (startsOn !== undefined && isTooFarAhead(startsOn, clock.now()))
    throw new DomainError('invalid_request', 'Choose a day within the next two years');
  if (amount < smallestCharge) throw new DomainError('total_too_small');
  const product = await db
    .selectFrom('product')
    .select(['kind', 'name', 'subscription_price_cents', 'subscription_period'])
    .where('id', '=', productId)
    .executeTakeFirst();
  if (product === undefined) throw new DomainError('product_not_found');
  if (product.kind !== 'subscription' || product.subscription_period === null)
    throw new DomainError('product_unavailable');
  return {
    name: product.name,
    price: (product.subscription_price_cents ?? amount) as Cents,
    period: product.subscription_period,
  };
}

export type Preview = {
  subscribers: number;
  subject: string;
  text: string;
  firstRenewal: Date | null;
  lastRenewal: Date | null;
};

/**
 * Returns who would be affected by a new price, and the email they would get. Changes nothing; throws like
 * `changePrice`.
 */
export async function previewPrice(deps: Deps, { productId, amount, startsOn }: NewPrice): Promise<Preview> {
  const { db, clock } = deps;
  const { name, price, period } = await findSubscription(deps, { productId, amount, startsOn });
  const now = clock.now();
  const renewals = (await prices.renewalsOfOthers(db, productId, amount))
    .map((renewal) => announcedFrom(renewal, { now, startsOn: startsOn ?? null }))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const from = renewals[0] ?? announcedFrom({ paidUntil: now, period }, { now, startsOn: startsOn ?? null });
  const facts = {
    ...senderOf(deps),
    firstName: 'Amara',
    name,
    period,
    price,
    paidUntil: from,
    graceUntil: null,
    card: null,
  };
  const { subject, text } = emails.priceChange(facts, { amount, from });
  return {
    subscribers: renewals.length,
    subject,
    text,
    firstRenewal: renewals[0] ?? null,
    lastRenewal: renewals.at(-1) ?? null,
  };
}

/**
 * Newest first. `waiting`: subscribers at another price who were not notified yet; only the newest change
 * still affects them.
 */
export async function listPriceChanges(
  { db }: Pick<Deps, 'db'>,
  productId: string,
): Promise<(prices.PriceChange & { waiting: number })[]> {
  const changes = await prices.list(db, productId);
  const [newest] = changes;
  if (newest === undefined) return [];
  const others = await prices.countOthers(db, productId, newest.amount);
  return changes.map((change) => ({
    ...change,
    waiting: change === newest ? Math.max(0, others - change.told) : 0,
  }));
}
