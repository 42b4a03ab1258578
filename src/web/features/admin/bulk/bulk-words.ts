/** Texts of a bulk action while it waits, while it runs, and after it ends. */
import type { BulkKind, BulkProgress } from './calls.ts';

const wordsByKind: Record<BulkKind, { doing: string; done: string; one: string; many: string }> = {
  complete_orders: { doing: 'Completing', done: 'completed', one: 'order', many: 'orders' },
  email_orders_again: { doing: 'Resending', done: 'resent', one: 'email', many: 'emails' },
  send_email_again: { doing: 'Resending', done: 'resent', one: 'email', many: 'emails' },
  end_coupons: { doing: 'Ending', done: 'ended', one: 'coupon', many: 'coupons' },
  unpublish_products: { doing: 'Unpublishing', done: 'unpublished', one: 'product', many: 'products' },
  send_answer: { doing: 'Sending', done: 'sent', one: 'reply', many: 'replies' },
  unpublish_posts: { doing: 'Unpublishing', done: 'unpublished', one: 'post', many: 'posts' },
  unpublish_boosters: { doing: 'Unpublishing', done: 'unpublished', one: 'booster', many: 'boosters' },
  disable_customers: { doing: 'Disabling', done: 'disabled', one: 'account', many: 'accounts' },
};

const counted = (count: number, { one, many }: { one: string; many: string }): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** "Completing 40 orders"; without a number until the rows are counted. */
export function titleOf({ kind, total }: BulkProgress): string {
  const words = wordsByKind[kind];
  return total === 0 ? `${words.doing} ${words.many}` : `${words.doing} ${counted(total, words)}`;
}

/** "12 of 40 orders completed, 2 failed". */
export function progressOf({ kind, state, total, done, refused }: BulkProgress): string {
  const words = wordsByKind[kind];
  const all =
    done === total ? counted(total, words) : `${done.toLocaleString('en-US')} of ${counted(total, words)}`;
  const sentence = `${all} ${words.done}${refused > 0 ? `, ${refused.toLocaleString('en-US')} failed` : ''}`;
  return state === 'stopped' ? `Stopped: ${sentence}` : sentence;
}

export const isActive = ({ state }: Pick<BulkProgress, 'state'>): boolean =>
  state === 'waiting' || state === 'running';
