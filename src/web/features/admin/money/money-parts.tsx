/** Shared parts of the money screens: labels for the processor's codes. */
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import type { DisputeRow, RefundRow } from './calls.ts';

export const refundStateNames: Record<RefundRow['state'], string> = {
  creating: 'Not sent yet',
  pending: 'On the way',
  succeeded: 'Refunded',
  failed: 'Failed',
};
const refundTones: Record<RefundRow['state'], Tone> = {
  creating: 'warn',
  pending: 'credit',
  succeeded: 'ok',
  failed: 'danger',
};
export const RefundMark = ({ state }: Pick<RefundRow, 'state'>) => (
  <Badge tone={refundTones[state]}>{refundStateNames[state]}</Badge>
);

export const refundReasonNames: Record<RefundRow['reason'], string> = {
  requested: 'By staff',
  duplicate: 'Duplicate payment',
  processor: 'At Stripe',
};

const dayMs = 86_400_000;

/** Counts full days from now, so "today" is the last day to respond. */
function leftWords(answerBy: string, now: Date): { words: string; tone: Tone } {
  const remainingMs = new Date(answerBy).getTime() - now.getTime();
  if (remainingMs < 0) return { words: 'Deadline passed', tone: 'danger' };
  const days = Math.floor(remainingMs / dayMs);
  if (days < 1) return { words: 'Respond within 24 hours', tone: 'danger' };
  return { words: days === 1 ? '1 day left' : `${days} days left`, tone: days < 3 ? 'danger' : 'warn' };
}

const otherStatuses: Record<string, { words: string; tone: Tone }> = {
  under_review: { words: 'With the bank', tone: 'credit' },
  warning_under_review: { words: 'With the bank', tone: 'credit' },
  warning_closed: { words: 'Closed', tone: 'plain' },
  prevented: { words: 'Prevented', tone: 'ok' },
  won: { words: 'Won', tone: 'ok' },
  lost: { words: 'Lost', tone: 'danger' },
};

export function DisputeMark({
  status,
  needsAnswer,
  answerBy,
}: Pick<DisputeRow, 'status' | 'needsAnswer' | 'answerBy'>) {
  const label = needsAnswer && answerBy !== null ? leftWords(answerBy, new Date()) : otherStatuses[status];
  return <Badge tone={label?.tone ?? 'warn'}>{label?.words ?? sentence(status)}</Badge>;
}
