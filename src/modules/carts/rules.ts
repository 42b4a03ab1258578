/**
 * The state machine of a cart. Transitions that are not listed here are impossible.
 *
 *   pending --pay--> completed            abandoned --pay--> recovered
 *   pending --idle--> abandoned --give_up--> lost --pay--> recovered
 *   pending --give_up--> lost: deleted by its owner, merged into another cart, or idle for long without an email address
 *   a change returns a lost cart to pending; an abandoned cart stays abandoned; completed and recovered carts never reopen
 */
import { changeable } from '#kernel/changeable.ts';
import { DomainError } from '#kernel/errors.ts';
import { usualCartTimes } from '#modules/settings/values.ts';

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

/** What a cart is after its order was paid. One that was given up or merged without ever having been abandoned was not won back. */
export const paid = (status: CartStatus, wasAbandoned: boolean): CartStatus =>
  status === 'lost' && !wasAbandoned ? 'completed' : next(status, 'pay');

/** Still being filled, whether or not it has been left alone for a while. */
export const openStatuses = ['pending', 'abandoned'] as const;

/** A guest's cart is for the holder of its id, a person's for that person alone, and a deleted one for no one. */
export const mayUse = (cart: { user_id: string | null; deleted_at: Date | null }, userId: string | null): boolean =>
  cart.deleted_at === null && (cart.user_id === null || cart.user_id === userId);

export const isClosed = (status: CartStatus): boolean => status === 'completed' || status === 'recovered';

const shownDays = 30;

/** A guest's cart answers whoever has its id, so what a person typed is not shown for ever. A change starts the days anew. */
export const isForgotten = (changedAt: Date, now: Date): boolean => now.getTime() - changedAt.getTime() > shownDays * 86_400_000;

/** When a cart that nobody touches moves by itself, counted from its last change. An operator may change it; it counts from the next sweep on. */
export type CartTimes = {
  abandonedAfterHours: number;
  secondReminderAfterHours: number;
  lostAfterDays: number;
  remindersPerAddress: number;
};

export const cartTimes: CartTimes = changeable('carts', usualCartTimes);

/** The days that `remindersPerAddress` counts over. */
export const reminderWindowDays = 30;

/**
 * What an email can be sent to, as PostgreSQL reads it too. A cart is a draft and may hold a half-typed address; the mailer takes one plain
 * address and nothing else.
 */
export const sendableAddress = String.raw`^[^\s<>()\[\]\\,;:"@]+@([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+([a-zA-Z]{2,}|xn--[a-zA-Z0-9-]*[a-zA-Z0-9])$`;

export type ReminderNumber = 1 | 2;

/** The second waits for as long after the first as their times are apart, also where the cart was changed in between or the shop was down. */
export const secondAfterFirstMs = ({ abandonedAfterHours, secondReminderAfterHours }: CartTimes): number =>
  (secondReminderAfterHours - abandonedAfterHours) * 3_600_000;

/** The union of two carts, each product once, the first list first. */
export const union = (first: readonly string[], second: readonly string[]): string[] =>
  [...new Set([...first, ...second])].slice(0, maxItems);

const maxItems = 50;
