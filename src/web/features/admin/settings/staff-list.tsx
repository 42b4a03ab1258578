/** The team. */
import { staffRoleNames } from '#kernel/permissions.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import type { ListDefinition } from '#web/features/admin/list/definition.ts';
import { ListPage } from '#web/features/admin/list/list-page.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { type StaffMember, useStaffPeopleQuery, useStaffMemberQuery } from './calls.ts';

export function StaffMark({ state, hasSecondFactor }: Pick<StaffMember, 'state' | 'hasSecondFactor'>) {
  if (state === 'ended') return <Badge tone="plain">Ended</Badge>;
  if (state === 'invited') return <Badge tone="credit">Invited</Badge>;
  return hasSecondFactor ? <Badge tone="ok">Active</Badge> : <Badge tone="warn">Two-factor log-in off</Badge>;
}

const InviteLink = () =>
  useMay('staff.write') ? (
    <ButtonLink size="small" to="/admin/settings/staff/invite">
      Invite
    </ButtonLink>
  ) : null;

const empties: Record<string, { title: string; body: string }> = {
  invited: {
    title: 'No open invitations',
    body: 'People who have not accepted their invitation yet appear here.',
  },
  ended: { title: 'No ended access', body: 'Former staff appear here.' },
};

const definition: ListDefinition<StaffMember> = {
  area: 'settings/staff',
  title: 'Staff',
  one: 'person',
  many: 'people',
  views: [
    { id: 'all', title: 'All' },
    { id: 'active', title: 'Active' },
    { id: 'invited', title: 'Invited' },
    { id: 'ended', title: 'Ended' },
  ],
  filters: [],
  columns: [
    { id: 'name', title: 'Name', cell: ({ name, email }) => name || email },
    {
      id: 'email',
      title: 'Email',
      from: 'md',
      cell: ({ email }) => <span className="text-muted">{email}</span>,
    },
    { id: 'role', title: 'Role', cell: ({ role }) => staffRoleNames[role] },
    { id: 'state', title: 'State', cell: (row) => <StaffMark {...row} /> },
    {
      id: 'seen',
      title: 'Last seen',
      from: 'lg',
      cell: ({ lastSeenAt }) => (
        <span className="text-muted">{lastSeenAt === null ? 'Never' : <Moment at={lastSeenAt} />}</span>
      ),
    },
    { id: 'sessions', title: 'Sessions', align: 'end', from: 'md', cell: ({ sessions }) => sessions },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name, email }) => name || email,
  card: (row) => ({
    end: staffRoleNames[row.role],
    second: (
      <>
        <span className="truncate">{row.email}</span>
        <StaffMark {...row} />
      </>
    ),
  }),
  useRows: useStaffPeopleQuery,
  usePrefetchRow: useStaffMemberQuery.usePrefetch,
  empty: (view) => empties[view] ?? { title: 'No staff yet', body: 'People you invite appear here.' },
  actions: <InviteLink />,
};

export const StaffList = () => <ListPage definition={definition} />;
