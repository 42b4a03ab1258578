/** Which sales can be canceled, decided without asking anybody. */
import type { Order } from '#modules/orders/store.ts';

/**
 * Work that is under way, or a subscription that runs. What is done stays done: its money can be refunded, and nothing is left to cancel. A
 * booster is taken back by its refund.
 */
export const mayCancelSale = ({ kind, status }: Pick<Order, 'kind' | 'status'>, hasSubscription: boolean): boolean =>
  kind !== 'booster' && (status === 'in_progress' || (status === 'completed' && hasSubscription));
