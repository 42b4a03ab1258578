/** The state of an order as a word and a color. */
import { orderStatusNames } from '#contract/orders.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { OrderRow } from './orders.ts';

const tones: Record<OrderRow['status'], Tone> = {
  awaiting_payment: 'plain',
  in_progress: 'credit',
  completed: 'ok',
  canceled: 'plain',
  partially_refunded: 'warn',
  refunded: 'warn',
  disputed: 'danger',
};

export const OrderMark = ({ status }: { status: OrderRow['status'] }) => (
  <Badge tone={tones[status]}>{orderStatusNames[status]}</Badge>
);

export const orderKindNames: Record<OrderRow['kind'], string> = {
  card: 'Card',
  free: 'Free',
  booster: 'Booster',
  credit: 'Net 30',
};
