/** One application: the company, the result of the rules with reasons, and the decision. */
import { useState } from 'react';
import { useParams } from 'react-router';
import { RecordPage } from '#web/features/admin/detail/record-page.tsx';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { ApplicationFacts, Decisions, Proposal } from './application-parts.tsx';
import { ApproveDialog, DeclineDialog } from './decide-dialogs.tsx';
import { type Application, useStaffApplicationQuery } from './calls.ts';
import { StateMark } from './credit-parts.tsx';

const area = { path: 'credit', title: 'Applications' };

export function ApplicationPage() {
  const { id = '' } = useParams();
  const query = useStaffApplicationQuery(id);
  return (
    <Loaded what="The application" query={query} isPage skeleton={<RecordSkeleton />}>
      {(application) => (
        <Record key={application.id} application={application} onChanged={() => void query.refetch()} />
      )}
    </Loaded>
  );
}

function Record({ application, onChanged }: { application: Application; onChanged: () => void }) {
  const [openDialog, setOpenDialog] = useState<'approve' | 'decline' | null>(null);
  const { id, legalName, name, email, state, mayDecide } = application;
  const dialog = { application, onClose: () => setOpenDialog(null), onChanged };
  return (
    <RecordPage
      area={area}
      id={id}
      title={legalName || name || 'Erased'}
      mark={<StateMark state={state} />}
      below={
        <p className="text-muted wrap-anywhere">
          {name} · {email}
        </p>
      }
      primary={mayDecide ? { label: 'Approve', keys: 'a', run: () => setOpenDialog('approve') } : null}
      acts={
        mayDecide
          ? [{ label: 'Decline', keys: 'd', isDangerous: true, run: () => setOpenDialog('decline') }]
          : []
      }
      facts={<ApplicationFacts application={application} />}
    >
      <Proposal application={application} />
      <Decisions application={application} />
      <ApproveDialog {...dialog} isOpen={openDialog === 'approve'} />
      <DeclineDialog {...dialog} isOpen={openDialog === 'decline'} />
    </RecordPage>
  );
}
