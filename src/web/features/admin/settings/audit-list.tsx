/** The audit log, with its integrity above the entries. */
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { type AuditRow, useStaffAuditQuery, useStaffAuditEntryQuery } from './calls.ts';
import { ChainState } from './audit-chain.tsx';
import { recordOf, roleOf, whoOf } from './audit-parts.tsx';

const empties: Record<string, { title: string; body: string }> = {
  exports: { title: 'No exports', body: 'Exports appear here with the user and the filters.' },
};

const definition: ListDefinition<AuditRow> = {
  area: 'settings/audit',
  title: 'Audit log',
  notice: <ChainState />,
  one: 'entry',
  many: 'entries',
  exportPath: '/api/admin/audit/export',
  exportPermission: 'settings.read',
  emailedList: 'audit',
  views: [
    { id: 'all', title: 'All' },
    { id: 'staff', title: 'By staff' },
    { id: 'access', title: 'Access' },
    { id: 'exports', title: 'Exports' },
  ],
  filters: [
    { name: 'who', label: 'Who', kind: 'text', hint: 'An email address, a person’s ID, or terminal' },
    { name: 'act', label: 'Action', kind: 'text', hint: 'A name or its beginning, such as staff invited' },
    { name: 'record', label: 'Record', kind: 'text', hint: 'The ID of the affected record' },
    { name: 'from', label: 'When', kind: 'days', until: 'to' },
  ],
  columns: [
    { id: 'act', title: 'Action', cell: ({ act }) => sentence(act) },
    {
      id: 'who',
      title: 'Who',
      cell: ({ who, forWhom }) => (
        <>
          {whoOf(who)}
          {forWhom && <span className="text-muted"> for {whoOf(forWhom)}</span>}
        </>
      ),
    },
    {
      id: 'role',
      title: 'Role',
      from: 'xl',
      cell: ({ who }) => <span className="text-muted">{who && roleOf(who)}</span>,
    },
    {
      id: 'record',
      title: 'Record',
      from: 'md',
      cell: (row) => <span className="text-muted wrap-anywhere">{recordOf(row)}</span>,
    },
    {
      id: 'at',
      title: 'When',
      sort: 'oldest',
      cell: ({ at }) => (
        <span className="text-muted">
          <Moment at={at} full />
        </span>
      ),
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ act }) => sentence(act),
  card: (row) => ({
    end: <Moment at={row.at} />,
    second: (
      <span className="truncate">
        {whoOf(row.who)} · {recordOf(row)}
      </span>
    ),
  }),
  useRows: useStaffAuditQuery,
  usePrefetchRow: useStaffAuditEntryQuery.usePrefetch,
  empty: (view) => empties[view] ?? { title: 'No entries', body: 'Staff actions are recorded here.' },
};

export const AuditList = () => <ListPage definition={definition} />;
