/** Disputes by deadline; those awaiting a response come first. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type DisputeRow, useMoneyPrefetch, useStaffDisputesQuery } from './money-api.ts';
import { DisputeMark, MoneyScreens } from './money-parts.tsx';

const empties: Record<string, { title: string; body: string }> = {
  to_answer: {
    title: 'No dispute waits for an answer',
    body: 'When a buyer’s bank takes a payment back, it comes here with the day by which you must send your evidence.',
  },
  with_bank: {
    title: 'No bank is deciding',
    body: 'What you have answered stands here until the bank decides, which takes two to three months.',
  },
  won: { title: 'No dispute was won yet', body: 'When a bank decides for you, the money comes back and the dispute stands here.' },
  lost: { title: 'No dispute was lost', body: 'What a bank has decided against you stands here; the month counts it as a loss.' },
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
    { id: 'to_answer', title: 'To answer' },
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
      title: 'Answer by',
      from: 'md',
      sort: 'deadline',
      cell: ({ answerBy, needsAnswer }) => (answerBy !== null && needsAnswer ? <Moment at={answerBy} full /> : '–'),
    },
    { id: 'reason', title: 'Reason', from: 'lg', cell: ({ reason }) => <span className="text-muted">{sentence(reason)}</span> },
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
  useRows: (query) => useStaffDisputesQuery(query),
  usePrefetchPage: () => useMoneyPrefetch('staffDisputes'),
  usePrefetchRow: () => useMoneyPrefetch('staffDispute'),
  empty: (view) => empties[view] ?? { title: 'No disputes', body: 'No bank has ever taken a payment back.' },
  screens: <MoneyScreens now="Disputes" />,
};

export const DisputeList = () => <ListPage definition={definition} />;
