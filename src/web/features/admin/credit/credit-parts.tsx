/** What the screens of credit have in common: the way between them, states in words, and amounts. */
import { Link } from 'react-router';
import { fromDollars } from '#kernel/money.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { ApplicationRow } from './credit-api.ts';

export const Dollars = ({ amount }: { amount: number }) => <Money amount={fromDollars(amount)} />;

const screens = [
  { path: '/admin/credit', title: 'Applications' },
  { path: '/admin/credit/accounts', title: 'Accounts' },
  { path: '/admin/credit/past-due', title: 'Past due' },
];

const linkStyle =
  'inline-flex min-h-9 items-center rounded-full border border-line px-3.5 font-medium text-muted hover:border-field hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper';

export const CreditScreens = ({ now }: { now: string }) => (
  <nav aria-label="Credit">
    <ul className="flex flex-wrap gap-1.5">
      {screens.map(({ path, title }) => (
        <li key={path}>
          <Link to={path} className={linkStyle} aria-current={title === now ? 'page' : undefined}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

export const stateNames: Record<ApplicationRow['state'], string> = {
  in_review: 'In review',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const stateTones: Record<ApplicationRow['state'], Tone> = { in_review: 'warn', approved: 'ok', declined: 'danger', withdrawn: 'plain' };

export const StateMark = ({ state }: { state: ApplicationRow['state'] }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>;

type AccountState = { status: 'none' | 'open' | 'closed'; isFrozen: boolean; daysLate: number };

export function AccountMark({ status, isFrozen, daysLate }: AccountState) {
  if (status === 'closed') return <Badge>Closed</Badge>;
  if (daysLate > 0) return <Badge tone="danger">{daysLate === 1 ? '1 day late' : `${daysLate} days late`}</Badge>;
  return isFrozen ? <Badge tone="warn">On hold</Badge> : <Badge tone="ok">Open</Badge>;
}

export const outcomeNames = { approve: 'Approve', review: 'Look at it', decline: 'Decline' } as const;
