/** The queue of applications. */
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type ApplicationRow, useStaffApplicationsQuery, useStaffApplicationQuery } from './calls.ts';
import { StateMark } from './credit-parts.tsx';

const Why = ({ kind, reasons }: Pick<ApplicationRow, 'kind' | 'reasons'>) => (
  <span className="text-muted" title={reasons.map(({ found }) => found).join(' ')}>
    {reasons[0]?.found ?? (kind === 'change' ? 'The company was changed.' : 'No issues')}
    {reasons.length > 1 && ` And ${reasons.length - 1} more`}
  </span>
);

const empties: Record<string, { title: string; body: string }> = {
  in_review: {
    title: 'No applications in review',
    body: 'Applications that the published rules cannot decide appear here. Customers are promised a decision within 30 days.',
  },
  approved: {
    title: 'No approved applications yet',
    body: 'Applications approved by the rules or by staff appear here.',
  },
  declined: {
    title: 'No declined applications',
    body: 'Applications declined by the rules or by staff appear here with the reasons.',
  },
};

const definition: ListDefinition<ApplicationRow> = {
  area: 'credit',
  title: 'Applications',
  one: 'application',
  many: 'applications',
  views: [
    { id: 'in_review', title: 'In review' },
    { id: 'approved', title: 'Approved' },
    { id: 'declined', title: 'Declined' },
    { id: 'all', title: 'All' },
  ],
  filters: [],
  exportPath: '/api/admin/credit/applications/export',
  emailedList: 'credit-applications',
  exportPermission: 'credit.export',
  columns: [
    { id: 'company', title: 'Company', cell: ({ legalName }) => legalName },
    { id: 'customer', title: 'Customer', cell: ({ name, email }) => <span title={email}>{name}</span> },
    { id: 'why', title: 'Issues', from: 'lg', cell: (row) => <Why {...row} /> },
    {
      id: 'kind',
      title: 'Type',
      from: 'xl',
      cell: ({ kind }) => (kind === 'first' ? 'First' : 'Changed company'),
    },
    { id: 'state', title: 'State', cell: ({ state }) => <StateMark state={state} /> },
    {
      id: 'applied',
      title: 'Applied',
      from: 'md',
      sort: 'newest',
      cell: ({ appliedAt }) => <Moment at={appliedAt} />,
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ legalName, name }) => legalName || name || 'Erased',
  card: ({ name, state, appliedAt }) => ({
    end: <Moment at={appliedAt} />,
    second: (
      <>
        <span className="truncate">{name}</span>
        <StateMark state={state} />
      </>
    ),
  }),
  useRows: useStaffApplicationsQuery,
  usePrefetchRow: useStaffApplicationQuery.usePrefetch,
  empty: (view) =>
    empties[view] ?? {
      title: 'No applications yet',
      body: 'Customers can apply in their profile after their first purchase by card.',
    },
};

export const ApplicationList = () => <ListPage definition={definition} />;
