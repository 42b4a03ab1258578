/** Shared parts of the credit screens: labels for states. */
import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { ApplicationRow } from './calls.ts';

export const stateNames: Record<ApplicationRow['state'], string> = {
  in_review: 'In review',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const stateTones: Record<ApplicationRow['state'], Tone> = {
  in_review: 'warn',
  approved: 'ok',
  declined: 'danger',
  withdrawn: 'plain',
};

export const StateMark = ({ state }: { state: ApplicationRow['state'] }) => (
  <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
);

type AccountState = { status: 'none' | 'open' | 'closed'; isFrozen: boolean; daysLate: number };

export function AccountMark({ status, isFrozen, daysLate }: AccountState) {
  if (status === 'closed') return <Badge>Closed</Badge>;
  if (daysLate > 0)
    return <Badge tone="danger">{daysLate === 1 ? '1 day late' : `${daysLate} days late`}</Badge>;
  return isFrozen ? <Badge tone="warn">On hold</Badge> : <Badge tone="ok">Open</Badge>;
}

export const outcomeNames = { approve: 'Approve', review: 'Review', decline: 'Decline' } as const;
