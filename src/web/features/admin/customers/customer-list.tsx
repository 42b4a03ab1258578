/** The list of customers. */
import { countryName } from '#kernel/countries.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { BulkAct, ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { useStaffCustomerQuery } from '#web/features/admin/records/customers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type CustomerRow, useStaffCustomersQuery } from './calls.ts';

export function CustomerMark({ isDisabled, isConfirmed }: Pick<CustomerRow, 'isDisabled' | 'isConfirmed'>) {
  if (isDisabled) return <Badge tone="danger">Disabled</Badge>;
  return isConfirmed ? <Badge tone="ok">Confirmed</Badge> : <Badge tone="warn">Unconfirmed</Badge>;
}

const empties: Record<string, { title: string; body: string }> = {
  with_credit: {
    title: 'No credit accounts yet',
    body: 'Customers with an approved application appear here.',
  },
  disabled: { title: 'No disabled accounts', body: 'Disabled accounts appear here until you enable them.' },
  unconfirmed: {
    title: 'No unconfirmed accounts',
    body: 'Customers who have not confirmed their email address appear here.',
  },
};

const accounts = (count: string, isSingular: boolean): string =>
  `${count} ${isSingular ? 'account' : 'accounts'}`;

const bulkActs: readonly BulkAct<CustomerRow>[] = [
  {
    kind: 'disable_customers',
    label: 'Disable',
    permission: 'customers.write',
    hindrance: ({ isDisabled }) => (isDisabled ? 'they are already disabled' : null),
    ask: (count, isOne) => ({
      title: `Disable ${accounts(count, isOne)}?`,
      action: `Disable ${accounts(count, isOne)}`,
      body: 'These customers can no longer log in, and all of their sessions end. Orders and credit stay unchanged. You can enable the accounts later.',
    }),
  },
];

const definition: ListDefinition<CustomerRow> = {
  area: 'customers',
  title: 'Customers',
  one: 'customer',
  many: 'customers',
  views: [
    { id: 'all', title: 'All' },
    { id: 'with_credit', title: 'Credit' },
    { id: 'disabled', title: 'Disabled' },
    { id: 'unconfirmed', title: 'Unconfirmed' },
  ],
  filters: [
    {
      ...{ name: 'state', label: 'State', kind: 'choices' },
      options: [
        { value: 'confirmed', label: 'Confirmed' },
        { value: 'unconfirmed', label: 'Unconfirmed' },
        { value: 'disabled', label: 'Disabled' },
      ],
    },
    {
      ...{ name: 'credit', label: 'Credit', kind: 'choices' },
      options: [
        { value: 'open', label: 'Open account' },
        { value: 'closed', label: 'Closed account' },
        { value: 'none', label: 'No account' },
      ],
    },
    { name: 'country', label: 'Country', kind: 'text', hint: 'A name, or a two-letter code such as GH' },
    { name: 'from', label: 'Since', kind: 'days', until: 'to' },
  ],
  columns: [
    { id: 'name', title: 'Customer', cell: ({ name }) => name },
    {
      id: 'email',
      title: 'Email',
      from: 'md',
      cell: ({ email }) => <span className="text-muted">{email}</span>,
    },
    {
      id: 'country',
      title: 'Country',
      from: 'lg',
      cell: ({ country }) => <span className="text-muted">{countryName(country)}</span>,
    },
    { id: 'state', title: 'State', cell: (row) => <CustomerMark {...row} /> },
    {
      id: 'since',
      title: 'Since',
      from: 'md',
      sort: 'oldest',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { id: 'orders', title: 'Orders', align: 'end', cell: ({ orders }) => orders },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name, email }) => name || email,
  card: (row) => ({
    end: row.orders,
    second: (
      <>
        <span className="truncate">{row.email}</span>
        <CustomerMark {...row} />
      </>
    ),
  }),
  useRows: useStaffCustomersQuery,
  usePrefetchRow: useStaffCustomerQuery.usePrefetch,
  bulk: bulkActs,
  empty: (view) =>
    empties[view] ?? {
      title: 'No customers yet',
      body: 'Customers appear here when they register or buy as a guest.',
    },
};

export const CustomerList = () => <ListPage definition={definition} />;
