/** Which act of an order comes first. A disputed order is answered, and one that was refunded in full is closed, before it is completed. */
import type { NavigateFunction } from 'react-router';
import type { PrimaryAct } from '#web/features/admin/detail/record-page.tsx';
import type { OrderFacts } from './orders-api.ts';

type Dispute = OrderFacts['disputes'][number];
type Acts = { complete: PrimaryAct; cancelSale: PrimaryAct; dispute: PrimaryAct | undefined };

/** Null where no act of these is the one to begin with. */
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
  label: needsAnswer ? 'Answer the dispute' : 'Open the dispute',
  keys: 'd',
  run: () => void navigate(`/admin/money/disputes/${id}`),
});

/** Where nothing is left to refund, the order is only canceled. */
export const saleCancellationName = ({ acts }: Pick<OrderFacts, 'acts'>): string =>
  acts.cancelSale !== null && acts.cancelSale.refundAtMost === 0 ? 'Cancel order' : 'Cancel and refund';
