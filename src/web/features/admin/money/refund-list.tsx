/** The list of refunds. Each opens its order. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type RefundRow, useStaffRefundsQuery } from './calls.ts';
import { RefundMark, refundReasonNames } from './money-parts.tsx';

const empties: Record<string, { title: string; body: string }> = {
  under_way: {
    title: 'No refunds on the way',
    body: 'Refunds that have not reached the bank yet appear here, usually for a few days.',
  },
  failed: {
    title: 'No failed refunds',
    body: 'Refunds returned by a bank appear here. You have the money again and can refund the order again.',
  },
};

const definition: ListDefinition<RefundRow> = {
  area: 'money/refunds',
  exportPath: '/api/admin/money/refunds/export',
  emailedList: 'refunds',
  title: 'Refunds',
  one: 'refund',
  many: 'refunds',
  views: [
    { id: 'all', title: 'All' },
    { id: 'under_way', title: 'On the way' },
    { id: 'succeeded', title: 'Refunded' },
    { id: 'failed', title: 'Failed' },
  ],
  filters: [
    {
      name: 'reason',
      label: 'Reason',
      kind: 'choices',
      options: Object.entries(refundReasonNames).map(([value, label]) => ({ value, label })),
    },
    { name: 'from', label: 'Requested', kind: 'days', until: 'to' },
  ],
  columns: [
    { id: 'order', title: 'Order', cell: ({ order }) => order.number },
    { id: 'customer', title: 'Customer', cell: ({ name, email }) => <span title={email}>{name}</span> },
    { id: 'state', title: 'State', cell: (row) => <RefundMark {...row} /> },
    {
      id: 'reason',
      title: 'Reason',
      from: 'lg',
      cell: ({ reason, by }) => (
        <span className="text-muted">{by === null ? refundReasonNames[reason] : `By ${by}`}</span>
      ),
    },
    {
      id: 'note',
      title: 'Credit note',
      from: 'xl',
      cell: ({ creditNote }) => <span className="text-muted">{creditNote ?? '–'}</span>,
    },
    {
      id: 'at',
      title: 'Requested',
      from: 'md',
      sort: 'oldest',
      cell: ({ at }) => (
        <span className="text-muted">
          <Moment at={at} />
        </span>
      ),
    },
    { id: 'amount', title: 'Amount', align: 'end', cell: ({ amount }) => <Dollars amount={amount} /> },
  ],
  idOf: ({ id }) => id,
  addressOf: ({ order }) => `/admin/orders/${order.id}`,
  nameOf: ({ order }) => order.number,
  card: (row) => ({
    end: <Dollars amount={row.amount} />,
    second: (
      <>
        <span className="truncate">{row.name}</span>
        <RefundMark {...row} />
      </>
    ),
  }),
  useRows: useStaffRefundsQuery,
  empty: (view) =>
    empties[view] ?? {
      title: 'No refunds',
      body: 'To refund an order in full or in part, open it and choose Refund. Refunds appear here.',
    },
};

export const RefundList = () => <ListPage definition={definition} />;
