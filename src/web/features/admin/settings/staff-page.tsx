/** One team member: role, access, and active sessions. */
import { useState } from 'react';
import { useParams } from 'react-router';
import { staffRoleNames } from '#kernel/permissions.ts';
import type { MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { Lines, Section } from '#web/features/admin/detail/section.tsx';
import { Fact, FactList, Facts } from '#web/features/admin/detail/facts.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { roleDescriptions } from './settings-parts.tsx';
import { AccessDialog, accessWords, EndLogInDialog, RoleDialog } from './staff-dialogs.tsx';
import { StaffMark } from './staff-list.tsx';
import { type MemberAct, type StaffRecord, useStaffMemberQuery } from './calls.ts';

const area = { path: 'settings/staff', title: 'Staff' };

export function StaffPage() {
  const { id = '' } = useParams();
  const query = useStaffMemberQuery(id);
  return (
    <Loaded what="Staff member" query={query} isPage skeleton={<RecordSkeleton />}>
      {(member) => <Member key={member.id} member={member} />}
    </Loaded>
  );
}

function Member({ member }: { member: StaffRecord }) {
  const [openDialog, setOpenDialog] = useState<MemberAct | 'role' | null>(null);
  const { id, name, email, acts, isSelf } = member;
  const menu: MenuAct[] = (['invite', 'endSessions', 'end'] as const)
    .filter((act) => acts[act])
    .map((act) => ({
      label: accessWords(act, member).label,
      isDangerous: act === 'end',
      run: () => setOpenDialog(act),
    }));
  return (
    <RecordPage
      area={area}
      id={id}
      title={name || email}
      mark={<StaffMark {...member} />}
      below={<p className="text-muted wrap-anywhere">{email}</p>}
      primary={acts.changeRole ? { label: 'Change role', keys: 'e', run: () => setOpenDialog('role') } : null}
      acts={menu}
      facts={<Access member={member} />}
    >
      {isSelf && <p className="text-muted">You cannot change your own role or access. Ask another owner.</p>}
      <LogIns member={member} onEndAll={() => setOpenDialog('endSessions')} />
      <RoleDialog
        key={member.version}
        member={member}
        isOpen={openDialog === 'role'}
        onClose={() => setOpenDialog(null)}
      />
      <AccessDialog
        member={member}
        asks={openDialog === 'role' ? null : openDialog}
        onClose={() => setOpenDialog(null)}
      />
    </RecordPage>
  );
}

const Access = ({
  member: { role, hasSecondFactor, createdAt, lastSeenAt, invitationEndsAt, endedAt },
}: {
  member: StaffRecord;
}) => (
  <>
    <Facts title={staffRoleNames[role]}>
      <p className="text-muted">{roleDescriptions[role]}</p>
    </Facts>
    <Facts title="Access">
      <FactList>
        <Fact term="Since">
          <Moment at={createdAt} full />
        </Fact>
        <Fact term="Last seen">{lastSeenAt === null ? 'Never' : <Moment at={lastSeenAt} full />}</Fact>
        <Fact term="Two-factor log-in">{hasSecondFactor ? 'On' : 'Off'}</Fact>
        {invitationEndsAt && (
          <Fact term="Invitation expires">
            <Moment at={invitationEndsAt} full />
          </Fact>
        )}
        {endedAt && (
          <Fact term="Ended">
            <Moment at={endedAt} full />
          </Fact>
        )}
      </FactList>
    </Facts>
  </>
);

function LogIns({ member, onEndAll }: { member: StaffRecord; onEndAll: () => void }) {
  const [ends, setEnds] = useState<StaffRecord['logIns'][number] | null>(null);
  const { logIns, acts } = member;
  return (
    <Section title="Sessions">
      <div className="grid justify-items-start gap-3">
        <div className="w-full">
          <Lines rows={logIns} none="No active sessions." keyOf={({ id }) => id}>
            {(logIn) => (
              <>
                <span className="min-w-0 wrap-anywhere">
                  {logIn.device || 'Unknown device'}
                  {logIn.address && <span className="text-muted"> · {logIn.address}</span>}
                </span>
                <span className="inline-flex items-baseline gap-3 text-muted">
                  <span>
                    since <Moment at={logIn.createdAt} />, last used <Moment at={logIn.lastUsedAt} full />
                  </span>
                  {acts.endSessions && (
                    <Button size="small" variant="secondary" onClick={() => setEnds(logIn)}>
                      End<span className="sr-only"> the log-in on {logIn.device || 'an unknown device'}</span>
                    </Button>
                  )}
                </span>
              </>
            )}
          </Lines>
        </div>
        {acts.endSessions && logIns.length > 1 && (
          <Button size="small" variant="secondary" onClick={onEndAll}>
            End all sessions
          </Button>
        )}
      </div>
      <EndLogInDialog member={member} logIn={ends} onClose={() => setEnds(null)} />
    </Section>
  );
}
