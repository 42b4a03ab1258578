/** Disputes by deadline; those awaiting a response come first. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type DisputeRow, useStaffDisputesQuery, useStaffDisputeQuery } from './calls.ts';
import { DisputeMark } from './money-parts.tsx';

const empties: Record<string, { title: string; body: string }> = {
  to_answer: {
    title: 'No disputes need a response',
    body: 'Payments reversed by a customer’s bank appear here with the deadline for your evidence.',
  },
  with_bank: {
    title: 'No disputes with a bank',
    body: 'Disputes you have responded to stay here until the bank decides, usually within two to three months.',
  },
  won: { title: 'No disputes won', body: 'Disputes that banks decide in your favor appear here.' },
  lost: {
    title: 'No disputes lost',
    body: 'Disputes that banks decide against you appear here. They count as losses in the monthly report.',
  },
};

const muted = (at: string) => (
  <span className="text-muted">
    <Moment at={at} />
  </span>
);

const definition: ListDefinition<DisputeRow> = {
  area: 'money/disputes',
  exportPath: '/api/admin/money/disputes/export',
  emailedList: 'disputes',
  title: 'Disputes',
  one: 'dispute',
  many: 'disputes',
  views: [
    { id: 'to_answer', title: 'Needs response' },
    { id: 'with_bank', title: 'With the bank' },
    { id: 'won', title: 'Won' },
    { id: 'lost', title: 'Lost' },
    { id: 'all', title: 'All' },
  ],
  filters: [{ name: 'from', label: 'Opened', kind: 'days', until: 'to' }],
  columns: [
    { id: 'order', title: 'Order', cell: ({ order }) => order.number },
    { id: 'customer', title: 'Customer', cell: ({ name, email }) => <span title={email}>{name}</span> },
    { id: 'state', title: 'State', cell: (row) => <DisputeMark {...row} /> },
    {
      id: 'deadline',
      title: 'Respond by',
      from: 'md',
      sort: 'deadline',
      cell: ({ answerBy, needsAnswer }) =>
        answerBy !== null && needsAnswer ? <Moment at={answerBy} isDeadline /> : '–',
    },
    {
      id: 'reason',
      title: 'Reason',
      from: 'lg',
      cell: ({ reason }) => <span className="text-muted">{sentence(reason)}</span>,
    },
    { id: 'opened', title: 'Opened', from: 'xl', sort: 'newest', cell: ({ openedAt }) => muted(openedAt) },
    { id: 'amount', title: 'Amount', align: 'end', cell: ({ amount }) => <Dollars amount={amount} /> },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ order }) => order.number,
  card: (row) => ({
    end: <Dollars amount={row.amount} />,
    second: (
      <>
        <span className="truncate">{row.name}</span>
        <DisputeMark {...row} />
      </>
    ),
  }),
  useRows: useStaffDisputesQuery,
  usePrefetchRow: useStaffDisputeQuery.usePrefetch,
  empty: (view) =>
    empties[view] ?? { title: 'No disputes', body: 'Disputes appear here when a bank reverses a payment.' },
};

export const DisputeList = () => <ListPage definition={definition} />;
