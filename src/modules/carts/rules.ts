/**
 * The life of a cart. This table is the whole truth: if a pair is not here, it cannot happen.
 *
 *   pending --pay--> completed            abandoned --pay--> recovered
 *   pending --idle--> abandoned --give_up--> lost --pay--> recovered
 *   a change brings an abandoned or lost cart back to pending; completed and recovered never reopen
 */
import { DomainError } from '#kernel/errors.ts';

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

/** Still being filled, whether or not it has been left alone for a while. */
export const openStatuses = ['pending', 'abandoned'] as const;

/** A guest's cart is for whoever has its id; a person's is for that person alone. */
export const mayUse = (cart: { user_id: string | null }, userId: string | null): boolean =>
  cart.user_id === null || cart.user_id === userId;

export const isClosed = (status: CartStatus): boolean => status === 'completed' || status === 'recovered';

const shownDays = 30;

/** A guest's cart answers whoever has its id, so what a person typed is not shown for ever. A change starts the days anew. */
export const isForgotten = (changedAt: Date, now: Date): boolean => now.getTime() - changedAt.getTime() > shownDays * 86_400_000;
