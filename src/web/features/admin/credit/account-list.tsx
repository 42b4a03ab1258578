/** The list of Net 30 accounts. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type AccountRow, useStaffCreditAccountsQuery, useStaffCreditAccountQuery } from './calls.ts';
import { AccountMark } from './credit-parts.tsx';

export const lateNames = {
  '1': '1 to 30 days',
  '31': '31 to 60 days',
  '61': '61 to 90 days',
  '91': '91 days and more',
} as const;

const empties: Record<string, { title: string; body: string }> = {
  past_due: {
    title: 'Nothing is past due',
    body: 'Accounts with an unpaid invoice appear here the day after its due date.',
  },
  frozen: {
    title: 'No accounts on hold',
    body: 'Past-due invoices or staff put accounts on hold.',
  },
  closed: {
    title: 'No closed accounts',
    body: 'Accounts that customers closed or that were written off appear here.',
  },
};

const definition: ListDefinition<AccountRow> = {
  area: 'credit/accounts',
  exportPath: '/api/admin/credit/accounts/export',
  emailedList: 'credit-accounts',
  exportPermission: 'credit.export',
  title: 'Credit accounts',
  one: 'account',
  many: 'accounts',
  views: [
    { id: 'all', title: 'All' },
    { id: 'open', title: 'Open' },
    { id: 'past_due', title: 'Past due' },
    { id: 'frozen', title: 'On hold' },
    { id: 'closed', title: 'Closed' },
  ],
  filters: [
    {
      name: 'late',
      label: 'Days late',
      kind: 'choices',
      options: (['1', '31', '61', '91'] as const).map((value) => ({ value, label: lateNames[value] })),
    },
  ],
  columns: [
    { id: 'company', title: 'Company', cell: ({ legalName }) => legalName },
    {
      id: 'customer',
      title: 'Customer',
      from: 'md',
      cell: ({ name, email }) => <span title={email}>{name}</span>,
    },
    { id: 'state', title: 'State', cell: (row) => <AccountMark {...row} /> },
    {
      id: 'opened',
      title: 'Opened',
      from: 'xl',
      sort: 'oldest',
      cell: ({ openedAt }) => <Moment at={openedAt} />,
    },
    {
      id: 'limit',
      title: 'Limit',
      align: 'end',
      from: 'md',
      cell: ({ approvedCredit }) => <Dollars amount={approvedCredit} />,
    },
    {
      id: 'past',
      title: 'Past due',
      align: 'end',
      from: 'lg',
      cell: ({ pastDue }) => <Dollars amount={pastDue} />,
    },
    { id: 'owed', title: 'Owed', align: 'end', sort: 'owed', cell: ({ owed }) => <Dollars amount={owed} /> },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ legalName, name, email }) => legalName || name || email,
  card: (row) => ({
    end: <Dollars amount={row.owed} />,
    second: (
      <>
        <span className="truncate">{row.name}</span>
        <AccountMark {...row} />
      </>
    ),
  }),
  useRows: useStaffCreditAccountsQuery,
  usePrefetchRow: useStaffCreditAccountQuery.usePrefetch,
  empty: (view) =>
    empties[view] ?? { title: 'No accounts yet', body: 'An account opens when an application is approved.' },
};

export const AccountList = () => <ListPage definition={definition} />;
