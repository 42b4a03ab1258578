/**
 * The lifecycle of a subscription. A transition that is not in the table is an error.
 *
 *   starting --start--> active <--recover-- past_due
 *                          \----fail-----------/
 *   active | past_due --cancel--> canceled   (canceled by its owner, and the paid period is over)
 *   starting | active | past_due --end--> ended
 */
import { paidUntil } from '#kernel/one-period.ts';
import { type AgreedRenewal, firstRenewal } from '#kernel/renewal-offer.ts';
import { renewalOf } from '#modules/orders/rules.ts';
import type { OrderItem } from '#modules/orders/store.ts';

const lifecycle = {
  starting: { start: 'active', cancel: 'canceled', end: 'ended' },
  active: { fail: 'past_due', cancel: 'canceled', end: 'ended' },
  past_due: { recover: 'active', cancel: 'canceled', end: 'ended' },
  canceled: {},
  ended: {},
} as const;

export type SubscriptionStatus = keyof typeof lifecycle;
export type SubscriptionEvent = 'start' | 'fail' | 'recover' | 'cancel' | 'end';
export type EndReason = 'canceled' | 'unpaid' | 'not_renewed' | 'refunded' | 'account_closed' | 'by_staff';

/**
 * Throws for a transition that is not in the table: the caller did not check the subscription under its lock.
 */
export function next(status: SubscriptionStatus, event: SubscriptionEvent): SubscriptionStatus {
  const moves: Partial<Record<SubscriptionEvent, SubscriptionStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new Error(`a subscription that is ${status} does not take ${event}`);
  return to;
}

export const hasEnded = (status: SubscriptionStatus): boolean => status === 'canceled' || status === 'ended';

export type Sold = AgreedRenewal & { name: string; productId: string };

/** The subscription that an item sells. Null for other items. */
export function soldAs(item: OrderItem): Sold | null {
  const renewal = renewalOf(item);
  return renewal === null ? null : { name: item.name, productId: item.productId, ...renewal };
}

/** The processor uses whole seconds, so a period starts and ends on one. */
export const firstPeriod = (paidAt: Date, agreed: AgreedRenewal): { from: Date; to: Date } => {
  const from = new Date(Math.floor(paidAt.getTime() / 1_000) * 1_000);
  return { from, to: firstRenewal(agreed, from) };
};

/**
 * True for a period that ends on the last day of a month too short for the day of purchase. Longer months
 * renew on that day.
 */
export const isClipped = ({ from, to }: { from: Date; to: Date }): boolean =>
  from.getUTCDate() !== to.getUTCDate();

const dayMs = 86_400_000;

/** Days after a failed renewal with an email, and from the second on also a retry. */
export const dunningDays = [0, 3, 7, 14] as const;
export type DunningDay = (typeof dunningDays)[number];
const graceDays = 21;

export const graceEnds = (pastDueSince: Date): Date => new Date(pastDueSince.getTime() + graceDays * dayMs);

/** The next retry after those that were made; null when only the end remains. */
export function nextTry(
  pastDueSince: Date,
  triedDays: readonly number[],
): { day: DunningDay; at: Date } | null {
  const last = Math.max(0, ...triedDays);
  const day = dunningDays.find((dunningDay) => dunningDay > last);
  return day === undefined ? null : { day, at: new Date(pastDueSince.getTime() + day * dayMs) };
}

/**
 * The retry that is due now. Of several missed ones it is the latest, so a customer is not charged twice on
 * one day. Null: none is due.
 */
export function dueTry(pastDueSince: Date, triedDays: readonly number[], now: Date): DunningDay | null {
  const last = Math.max(0, ...triedDays);
  const reachedDays = dunningDays.filter(
    (day) => day > last && now.getTime() >= pastDueSince.getTime() + day * dayMs,
  );
  return reachedDays.at(-1) ?? null;
}

const noticeDays = 30;
const priceNoticeDays = 14;
const daysBefore = (renewal: Date, days: number): number => renewal.getTime() - days * dayMs;

/** Renewals in this window are announced now; of new prices only those at least `priceFrom` away. */
export const noticeWindow = (now: Date): { priceFrom: Date; until: Date } => ({
  priceFrom: new Date(now.getTime() + priceNoticeDays * dayMs),
  until: new Date(now.getTime() + noticeDays * dayMs),
});

/** Whether this renewal may already be announced. */
export const isRenewalNear = (renewal: Date, now: Date): boolean =>
  now.getTime() >= daysBefore(renewal, noticeDays);

/** Yearly renewals are announced each time, monthly ones once a year. */
export function isNoticeDue(
  {
    period,
    startedAt,
    paidUntil: until,
    lastNoticeAt,
  }: { period: 'month' | 'year'; startedAt: Date; paidUntil: Date; lastNoticeAt: Date | null },
  now: Date,
): boolean {
  if (!isRenewalNear(until, now) || now >= until) return false;
  if (period === 'year')
    return lastNoticeAt === null || lastNoticeAt.getTime() < daysBefore(until, noticeDays);
  return now >= paidUntil(lastNoticeAt ?? startedAt, 'year');
}

/** A new price is announced 14 to 30 days before its first renewal. */
export const mayAnnouncePrice = (renewal: Date, now: Date): boolean =>
  isRenewalNear(renewal, now) && now.getTime() <= daysBefore(renewal, priceNoticeDays);

/**
 * The first renewal to which a price decided now applies: on or after `startsOn`, and at least 14 days away.
 */
export function announcedFrom(
  { paidUntil: until, period }: { paidUntil: Date; period: 'month' | 'year' },
  { now, startsOn }: { now: Date; startsOn: string | null },
): Date {
  const inTime = now.getTime() + priceNoticeDays * dayMs;
  const earliest = startsOn === null ? inTime : Math.max(inTime, Date.parse(startsOn));
  let renewal = until;
  while (renewal.getTime() < earliest) renewal = paidUntil(renewal, period);
  return renewal;
}

/** True for a price change planned more than two years ahead, which is rejected. */
export const isTooFarAhead = (startsOn: string, now: Date): boolean =>
  Date.parse(startsOn) > now.getTime() + 2 * 366 * dayMs;

const cardNoticeDays = 30;

/** A card is valid until the end of its month. */
export const isCardEnding = (
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: Date,
): boolean => now.getTime() >= Date.UTC(expYear, expMonth, 1) - cardNoticeDays * dayMs;

/** The last month whose cards are expiring by that rule, as `year * 12 + month`. */
export function cardsEndingUntil(now: Date): number {
  const then = new Date(now.getTime() + cardNoticeDays * dayMs);
  return then.getUTCFullYear() * 12 + then.getUTCMonth();
}

export const cardLinkLastsMs = 30 * dayMs;
