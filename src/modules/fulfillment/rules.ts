/** Decides which sales can be canceled. Pure. */
import type { Order } from '#modules/orders/store.ts';

/**
 * Work in progress, or an active subscription. Completed work can be refunded, but there is nothing left to
 * cancel. A booster is reversed by its refund.
 */
export const mayCancelSale = (
  { kind, status }: Pick<Order, 'kind' | 'status'>,
  hasSubscription: boolean,
): boolean => kind !== 'booster' && (status === 'in_progress' || (status === 'completed' && hasSubscription));
