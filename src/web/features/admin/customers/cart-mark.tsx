/** The state of a cart. */
import { Badge } from '#web/ui/badge.tsx';

const names = {
  pending: 'Open',
  abandoned: 'Abandoned',
  recovered: 'Recovered',
  completed: 'Purchased',
  lost: 'Lost',
} as const;
const tones = {
  pending: 'plain',
  abandoned: 'warn',
  recovered: 'ok',
  completed: 'ok',
  lost: 'plain',
} as const;

export const CartMark = ({ status }: { status: keyof typeof names }) => (
  <Badge tone={tones[status]}>{names[status]}</Badge>
);
