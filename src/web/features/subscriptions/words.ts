/** Texts of a subscription for its badge, details, and confirmation dialogs. */
import { subscriptionStatusNames } from '#contract/subscriptions.ts';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import type { Tone } from '#web/ui/badge.tsx';
import type { Subscription } from './subscriptions-api.ts';

export const hasEnded = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'canceled' || status === 'ended';

/** Canceled, and active until the paid period ends. */
export const isLeaving = (subscription: Subscription): boolean =>
  subscription.cancelAtPeriodEnd && !hasEnded(subscription);

export function badgeOf(subscription: Subscription): { tone: Tone; text: string } {
  const { status, paidUntil } = subscription;
  if (isLeaving(subscription)) return { tone: 'warn', text: `Ends on ${formatDate(paidUntil)}` };
  const text = subscriptionStatusNames[status];
  if (status === 'past_due') return { tone: 'danger', text };
  return { tone: status === 'active' ? 'ok' : 'plain', text };
}

const endings: Record<NonNullable<Subscription['endReason']>, string> = {
  canceled: 'You canceled it.',
  unpaid: 'The renewal was not paid.',
  not_renewed: 'It was sold for one period and does not renew.',
  refunded: 'It was refunded.',
  account_closed: 'The account was closed.',
  by_staff: 'We ended it. Please write to us if you did not expect that.',
};

export const endingOf = ({ endReason }: Subscription): string =>
  endReason === null ? '' : endings[endReason];

/** The next charge as one phrase; null if there is none. */
export function nextChargeOf({ nextChargeAt, amount }: Subscription): string | null {
  if (nextChargeAt === null || amount === null) return null;
  return `${formatMoney(fromDollars(amount))} on ${formatDate(nextChargeAt)}`;
}

export const chargeNames: Record<Subscription['history'][number]['status'], string> = {
  paid: 'Paid',
  open: 'Not paid yet',
  void: 'Not owed',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
};
