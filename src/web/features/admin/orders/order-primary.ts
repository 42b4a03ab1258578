/**
 * The primary action of an order. Answering a dispute and closing a fully refunded order come before
 * completion.
 */
import type { NavigateFunction } from 'react-router';
import type { PrimaryAct } from '#web/features/admin/detail/record-page.tsx';
import type { OrderFacts } from './calls.ts';

type Dispute = OrderFacts['disputes'][number];
type Acts = { complete: PrimaryAct; cancelSale: PrimaryAct; dispute: PrimaryAct | undefined };

/** Null if none of these actions is primary. */
export function primaryOf(
  { acts, status }: Pick<OrderFacts, 'acts' | 'status'>,
  { complete, cancelSale, dispute }: Acts,
): PrimaryAct | null {
  if (dispute !== undefined) return dispute;
  if (status === 'disputed') return null;
  if (status === 'refunded') return acts.cancelSale === null ? null : cancelSale;
  return acts.complete ? complete : null;
}

export const disputeAct = ({ id, needsAnswer }: Dispute, navigate: NavigateFunction): PrimaryAct => ({
  label: needsAnswer ? 'Respond to dispute' : 'Open dispute',
  keys: 'd',
  run: () => void navigate(`/admin/money/disputes/${id}`),
});

/** If nothing is refundable, the action only cancels the order. */
export const saleCancellationName = ({ acts }: Pick<OrderFacts, 'acts'>): string =>
  acts.cancelSale !== null && acts.cancelSale.refundAtMost === 0 ? 'Cancel order' : 'Cancel and refund';
