/** Converts an order's history to timeline entries. */
import { Fragment } from 'react';
import { fromDollars, formatMoney } from '#kernel/money.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { TimelineEntry } from '#web/features/admin/detail/timeline.tsx';
import type { ConsoleIconName } from '#web/features/admin/shell/icons.tsx';
import type { OrderMoment } from './calls.ts';

const icons: Record<OrderMoment['kind'], ConsoleIconName> = {
  order: 'orders',
  payment: 'credit',
  attempt: 'credit',
  refund: 'refund',
  dispute: 'refund',
  invoice: 'orders',
  credit_note: 'orders',
  subscription: 'refund',
  email: 'mail',
  webhook: 'external',
  report: 'external',
  alarm: 'out',
  audit: 'person',
  note: 'note',
};

/** Groups related kinds of entries for the filter. */
const groups: Record<OrderMoment['kind'], string> = {
  order: 'order',
  payment: 'money',
  attempt: 'money',
  refund: 'money',
  dispute: 'money',
  invoice: 'documents',
  credit_note: 'documents',
  subscription: 'order',
  email: 'email',
  webhook: 'technical',
  report: 'technical',
  alarm: 'technical',
  audit: 'staff',
  note: 'staff',
};

export const storyFilters = [
  { id: 'order', title: 'Order' },
  { id: 'money', title: 'Money' },
  { id: 'documents', title: 'Invoices' },
  { id: 'email', title: 'Emails' },
  { id: 'staff', title: 'Notes and staff' },
  { id: 'technical', title: 'Technical' },
] as const;

const tones = { good: 'ok', bad: 'danger', waiting: 'warn' } as const;

export const entryOf = ({ key, at, kind, title, detail, tone, amount, by }: OrderMoment): TimelineEntry => ({
  id: key,
  at,
  kind: groups[kind],
  icon: icons[kind],
  ...(tone === 'plain' ? {} : { tone: tones[tone] }),
  title:
    amount === null ? (
      <Breakable text={title.replace(/^(Audit|Email|History|Webhook) /, '$1: ')} />
    ) : (
      // A line never starts with the dot.
      `${title}\u00a0· ${formatMoney(fromDollars(amount))}`
    ),
  body: detail === '' ? undefined : <Detail text={detail.replaceAll('  ', '\u00a0· ')} />,
  by: by?.name ?? null,
});

/** Lets a machine name such as `payment_intent.succeeded` wrap between its words. */
function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[._])/);
  return parts.map((part, place) => (
    <Fragment key={parts.slice(0, place + 1).join('')}>
      {part}
      <wbr />
    </Fragment>
  ));
}

const moment = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)/;

/** Times in the text use the reader's time zone, like the time of the entry. */
const Detail = ({ text }: { text: string }) =>
  text.split(moment).map((part) => (moment.test(part) ? <Moment key={part} at={part} full /> : part));
