/** Labels for reports and their states. */
import { formatMoney, fromDollars, subtract, zero } from '#kernel/money.ts';
import { formatChange } from '#content/statement-words.ts';
import type { Tone } from '#web/ui/badge.tsx';
import type { Report } from './reporting-api.ts';

export const kindWords: Readonly<Record<Report['kind'], string>> = {
  purchase: 'Card purchase',
  line: 'Net 30 account: limit and balance',
  charge: 'Net 30 invoice',
  payment: 'Payment of a Net 30 invoice',
  collections: 'Net 30 invoice in collections',
  chargeoff: 'Net 30 invoice written off',
  correction: 'Correction of an earlier report',
};

/** The kind; for a new limit also whether it rose or fell. */
export function titleOf({ kind, change }: Pick<Report, 'kind' | 'change'>): string {
  if (kind !== 'line' || change === null) return kindWords[kind];
  return change === 'rise' ? 'Net 30 account: limit raised' : 'Net 30 account: limit lowered';
}

/** The amount, with the sign of a change. */
export function amountOf({ amount, change }: Pick<Report, 'amount' | 'change'>): string {
  const dollars = fromDollars(amount);
  if (change === null) return formatMoney(dollars);
  return formatChange(change === 'rise' ? dollars : subtract(zero, dollars));
}

export const stateWords: Readonly<Record<Report['state'], string>> = {
  queued: 'Waiting',
  sent: 'Sent, no answer yet',
  awaiting_you: 'Waiting for you to accept at Factiiv',
  awaiting_factiiv: 'Waiting for Factiiv',
  accepted: 'Accepted',
  rejected: 'Rejected',
  disputed: 'In dispute',
  not_reported: 'Not reported',
  withdrawn: 'Withdrawn',
};

export const stateTones: Readonly<Record<Report['state'], Tone>> = {
  queued: 'plain',
  sent: 'plain',
  awaiting_you: 'warn',
  awaiting_factiiv: 'credit',
  accepted: 'ok',
  rejected: 'danger',
  disputed: 'warn',
  not_reported: 'plain',
  withdrawn: 'plain',
};

/** Labels for Factiiv's field names; an unknown name is shown as it is. */
const fieldWords: Readonly<Record<string, string>> = {
  typeDesc: 'Trade type',
  relationDescription: 'Description',
  relationshipDate: 'Relationship date',
  activityType: 'Activity type',
  date: 'Date',
  amount: 'Amount',
  balance: 'Balance',
  daysLate: 'Days late',
  reason: 'Reason',
  reference: 'Our reference',
};

/**
 * Sorts fields in the order of the labels above, because the database does not preserve it. Unknown fields
 * come last.
 */
export function fieldsInOrder(
  fields: NonNullable<Report['fields']>,
): [name: string, value: string | number][] {
  const order = Object.keys(fieldWords);
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(fields).toSorted(([a], [b]) => place(a) - place(b));
}

export const fieldLabel = (name: string): string | null => fieldWords[name] ?? null;

/** What the owner can do; null if no action is needed. */
export function whatToDo({ kind, state, sentAt }: Pick<Report, 'kind' | 'state' | 'sentAt'>): string | null {
  switch (state) {
    case 'awaiting_you':
      return 'Log in to Factiiv and accept it. It counts after that and after Factiiv’s own check.';
    case 'rejected':
      return sentAt === null
        ? 'Factiiv did not accept it, so it does not count. Our team is looking into it.'
        : 'It does not count. If what we sent is wrong, tell us below. If it is right, ask Factiiv why it was rejected.';
    case 'queued':
      return 'Factiiv accepts one report at a time. This one will be sent automatically.';
    case 'sent':
      return 'We check whether Factiiv received it before we send it again.';
    case 'withdrawn':
      return `${whyWithdrawn(kind)}, so we withdrew the report. It no longer counts at Factiiv.`;
    default:
      return null;
  }
}

const whyWithdrawn = (kind: Report['kind']): string =>
  kind === 'charge' || kind === 'collections' || kind === 'chargeoff'
    ? 'The invoice was voided'
    : 'The payment was returned';
