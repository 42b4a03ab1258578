/**
 * The state machine of a cart. Transitions that are not listed here are impossible.
 *
 *   pending --pay--> completed            abandoned --pay--> recovered
 *   pending --idle--> abandoned --give_up--> lost --pay--> recovered
 *   pending --give_up--> lost: deleted by its owner, merged into another cart, or idle for long without an email address
 *   a change returns a lost cart to pending; an abandoned cart stays abandoned; completed and recovered carts never reopen
 */
import { DomainError } from '#kernel/errors.ts';
import type { CartTimes } from '#content/shop-settings.ts';

const lifecycle = {
  pending: { pay: 'completed', change: 'pending', idle: 'abandoned', give_up: 'lost' },
  abandoned: { pay: 'recovered', change: 'abandoned', give_up: 'lost' },
  lost: { pay: 'recovered', change: 'pending' },
  recovered: {},
  completed: {},
} as const;

export type CartStatus = keyof typeof lifecycle;
export type CartEvent = 'pay' | 'change' | 'idle' | 'give_up';

/** Throws `cart_completed` for a cart that was already paid. */
export function next(status: CartStatus, event: CartEvent): CartStatus {
  const moves: Partial<Record<CartEvent, CartStatus>> = lifecycle[status];
  const to = moves[event];
  if (!to) throw new DomainError('cart_completed');
  return to;
}

/** The status after payment. A lost cart that was never abandoned becomes completed, not recovered. */
export const paid = (status: CartStatus, wasAbandoned: boolean): CartStatus =>
  status === 'lost' && !wasAbandoned ? 'completed' : next(status, 'pay');

/** Still being filled, idle or not. */
export const openStatuses = ['pending', 'abandoned'] as const;

/**
 * A guest's cart is open to the holder of its id, a person's only to that person, and a deleted cart to no
 * user.
 */
export const mayUse = (
  cart: { user_id: string | null; deleted_at: Date | null },
  userId: string | null,
): boolean => cart.deleted_at === null && (cart.user_id === null || cart.user_id === userId);

export const isClosed = (status: CartStatus): boolean => status === 'completed' || status === 'recovered';

const shownDays = 30;

/**
 * A guest's cart is readable by any holder of its id, so typed details are hidden after 30 days. A change
 * restarts the period.
 */
export const isExpired = (changedAt: Date, now: Date): boolean =>
  now.getTime() - changedAt.getTime() > shownDays * 86_400_000;

/** The period in days for `remindersPerAddress`. */
export const reminderWindowDays = 30;

/**
 * Addresses that can receive an email, in a syntax that PostgreSQL supports too. A cart is a draft and may
 * hold a partial address; the mailer accepts only one plain address.
 */
export const sendableAddress = String.raw`^[^\s<>()\[\]\\,;:"@]+@([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+([a-zA-Z]{2,}|xn--[a-zA-Z0-9-]*[a-zA-Z0-9])$`;

export type ReminderNumber = 1 | 2;

/**
 * The time between both reminders. It also applies if the cart was changed in between or the shop was down.
 */
export const secondReminderDelayMs = ({ abandonedAfterHours, secondReminderAfterHours }: CartTimes): number =>
  (secondReminderAfterHours - abandonedAfterHours) * 3_600_000;

/** The union of two carts, each product once, the first cart's products first. */
export const union = (first: readonly string[], second: readonly string[]): string[] =>
  [...new Set([...first, ...second])].slice(0, maxItems);

const maxItems = 50;
