/** The list of orders. */
import { orderStatusNames } from '#contract/orders.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { BulkAct, ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { orderKindNames, OrderMark } from './order-mark.tsx';
import { type OrderRow, useOrdersPrefetch, useStaffOrdersQuery } from './orders-api.ts';

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

const Bought = ({ items }: Pick<OrderRow, 'items'>) => (
  <span className="text-muted" title={items.join(', ')}>
    {items[0]}
    {items.length > 1 && ` and ${items.length - 1} more`}
  </span>
);

const Total = ({ total, refunded }: Pick<OrderRow, 'total' | 'refunded'>) => (
  <>
    <Money amount={fromDollars(total)} />
    {refunded > 0 && <span className="money block text-xs text-muted">{`−${formatMoney(fromDollars(refunded))}`}</span>}
  </>
);

const empties: Record<string, { title: string; body: string }> = {
  awaiting_payment: {
    title: 'Nobody is about to pay',
    body: 'Orders whose payment has begun and not arrived stand here, for a day at most.',
  },
  in_progress: { title: 'No work is open', body: 'A paid order comes here, and leaves when you complete it.' },
  on_credit: { title: 'No orders on Net 30', body: 'What customers buy now and pay in two halves stands here.' },
  disputed: { title: 'No disputes', body: 'When a bank takes a payment back, its order comes here with the date by which to answer.' },
  refunded: { title: 'Nothing was refunded', body: 'Orders with money that went back, in part or whole.' },
  overdue: { title: 'Nothing waits too long', body: 'Orders that are in progress for 60 days and more come here.' },
};

const orders = (count: string, isOne: boolean): string => `${count} ${isOne ? 'order' : 'orders'}`;

const bulkActs: readonly BulkAct<OrderRow>[] = [
  {
    kind: 'complete_orders',
    label: 'Complete',
    permission: 'orders.write',
    hindrance: ({ status }) => (['awaiting_payment', 'canceled', 'completed'].includes(status) ? 'they are not in progress' : null),
    ask: (count, isOne) => ({
      title: `Complete ${orders(count, isOne)}?`,
      action: `Complete ${orders(count, isOne)}`,
      body: 'The work is done. Each buyer is told by email, and an order on Net 30 gets the invoice for its second half. This cannot be undone.',
    }),
  },
  {
    kind: 'email_orders_again',
    label: 'Email again',
    permission: 'orders.write',
    hindrance: () => null,
    ask: (count, isOne) => ({
      title: `Send the newest email of ${orders(count, isOne)} again?`,
      action: `Email the ${isOne ? 'buyer' : 'buyers'} of ${orders(count, isOne)}`,
      body: 'Each buyer gets the newest email about the order once more, as it was. For eight seconds you can take it back.',
    }),
  },
];

function Create() {
  const mayWrite = useMay('orders.write');
  return (
    mayWrite && (
      <ButtonLink size="small" to="/admin/orders/new">
        Create an order
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
    { id: 'overdue', title: '60 days and more' },
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
    { id: 'kind', title: 'Paid by', from: 'xl', cell: ({ kind }) => <span className="text-muted">{orderKindNames[kind]}</span> },
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
  useRows: (query) => useStaffOrdersQuery(query),
  usePrefetchPage: () => useOrdersPrefetch('staffOrders'),
  usePrefetchRow: () => {
    const facts = useOrdersPrefetch('staffOrder');
    const story = useOrdersPrefetch('staffOrderStory');
    return (id) => {
      facts(id);
      story(id);
    };
  },
  bulk: bulkActs,
  empty: (view) =>
    empties[view] ?? { title: 'No orders yet', body: 'The first one comes when somebody buys, or when you create one for a customer.' },
};

export const OrderList = () => <ListPage definition={orderListDefinition} />;
