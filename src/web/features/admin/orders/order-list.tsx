/** The list of orders. */
import { orderStatusNames } from '#contract/orders.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { BulkAct, ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type OrderRow, useStaffOrdersQuery } from '#web/features/admin/records/orders.ts';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { orderKindNames, OrderMark } from '#web/features/admin/records/order-mark.tsx';
import { useStaffOrderQuery, useStaffOrderStoryQuery } from './calls.ts';

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const Bought = ({ items }: Pick<OrderRow, 'items'>) => (
  <span className="text-muted" title={items.join(', ')}>
    {items[0]}
    {items.length > 1 && ` and ${items.length - 1} more`}
  </span>
);

const Total = ({ total, refunded }: Pick<OrderRow, 'total' | 'refunded'>) => (
  <>
    <Money amount={fromDollars(total)} />
    {refunded > 0 && (
      <span className="money block text-xs text-muted">{`−${formatMoney(fromDollars(refunded))}`}</span>
    )}
  </>
);

const empties: Record<string, { title: string; body: string }> = {
  awaiting_payment: {
    title: 'No orders awaiting payment',
    body: 'Orders with a started but unfinished payment appear here for up to 24 hours.',
  },
  in_progress: { title: 'No orders in progress', body: 'Paid orders appear here until you complete them.' },
  on_credit: {
    title: 'No Net 30 orders',
    body: 'Net 30 orders, paid in two halves, appear here.',
  },
  disputed: {
    title: 'No disputes',
    body: 'Orders whose payment a bank reversed appear here with the response deadline.',
  },
  refunded: { title: 'No refunded orders', body: 'Fully or partly refunded orders appear here.' },
  overdue: { title: 'Nothing is overdue', body: 'Orders in progress for 60 days or more appear here.' },
};

const orders = (count: string, isSingular: boolean): string => `${count} ${isSingular ? 'order' : 'orders'}`;

const bulkActs: readonly BulkAct<OrderRow>[] = [
  {
    kind: 'complete_orders',
    label: 'Complete',
    permission: 'orders.write',
    hindrance: ({ status }) =>
      ['awaiting_payment', 'canceled', 'completed'].includes(status) ? 'they are not in progress' : null,
    ask: (count, isOne) => ({
      title: `Complete ${orders(count, isOne)}?`,
      action: `Complete ${orders(count, isOne)}`,
      body: 'This marks the work as done. Each customer gets an email, and Net 30 orders get the invoice for their second half. This cannot be undone.',
    }),
  },
  {
    kind: 'email_orders_again',
    label: 'Resend email',
    permission: 'orders.write',
    hindrance: () => null,
    ask: (count, isOne) => ({
      title: `Resend the latest email of ${orders(count, isOne)}?`,
      action: `Resend ${count} ${isOne ? 'email' : 'emails'}`,
      body: 'Each customer gets the latest email about the order again. You have 8 seconds to undo this.',
    }),
  },
];

function Create() {
  const mayWrite = useMay('orders.write');
  return (
    mayWrite && (
      <ButtonLink size="small" to="/admin/orders/new">
        Create order
      </ButtonLink>
    )
  );
}

export const orderListDefinition: ListDefinition<OrderRow> = {
  area: 'orders',
  exportPath: '/api/admin/orders/export',
  emailedList: 'orders',
  actions: <Create />,
  title: 'Orders',
  one: 'order',
  many: 'orders',
  views: [
    { id: 'all', title: 'All' },
    { id: 'in_progress', title: 'In progress' },
    { id: 'awaiting_payment', title: 'Awaiting payment' },
    { id: 'on_credit', title: 'Net 30' },
    { id: 'disputed', title: 'Disputed' },
    { id: 'refunded', title: 'Refunded' },
    { id: 'overdue', title: '60 days or more' },
  ],
  filters: [
    { name: 'status', label: 'Status', kind: 'choices', options: optionsOf(orderStatusNames) },
    { name: 'kind', label: 'Paid by', kind: 'choices', options: optionsOf(orderKindNames) },
    { name: 'from', label: 'Placed', kind: 'days', until: 'to' },
  ],
  columns: [
    { id: 'number', title: 'Order', cell: ({ number }) => number },
    { id: 'customer', title: 'Customer', cell: ({ name, email }) => <span title={email}>{name}</span> },
    { id: 'items', title: 'Bought', from: 'lg', cell: (row) => <Bought {...row} /> },
    { id: 'status', title: 'Status', cell: ({ status }) => <OrderMark status={status} /> },
    {
      id: 'kind',
      title: 'Paid by',
      from: 'xl',
      cell: ({ kind }) => <span className="text-muted">{orderKindNames[kind]}</span>,
    },
    {
      id: 'placed',
      title: 'Placed',
      from: 'md',
      sort: 'oldest',
      cell: ({ placedAt }) => (
        <span className="text-muted">
          <Moment at={placedAt} />
        </span>
      ),
    },
    { id: 'total', title: 'Total', align: 'end', sort: 'highest', cell: (row) => <Total {...row} /> },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ number }) => number,
  card: ({ name, total, status }) => ({
    end: <Money amount={fromDollars(total)} />,
    second: (
      <>
        <span className="truncate">{name}</span>
        <OrderMark status={status} />
      </>
    ),
  }),
  useRows: useStaffOrdersQuery,
  usePrefetchRow: () => {
    const facts = useStaffOrderQuery.usePrefetch();
    const story = useStaffOrderStoryQuery.usePrefetch();
    return (id) => {
      facts(id);
      story(id);
    };
  },
  bulk: bulkActs,
  empty: (view) =>
    empties[view] ?? {
      title: 'No orders yet',
      body: 'Orders appear here when customers buy or when you create one.',
    },
};

export const OrderList = () => <ListPage definition={orderListDefinition} />;
