/** Dialogs that confirm an action on a team member. */
import { useState } from 'react';
import { staffRoleNames } from '#kernel/permissions.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { perOpening } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { RoleChoice } from './role-choice.tsx';
import {
  type MemberAct,
  type StaffRecord,
  useStaffMemberActMutation,
  useStaffMemberRoleMutation,
  useStaffMemberSessionMutation,
} from './staff-people-api.ts';

type Asking = { member: StaffRecord; onClose: () => void };

const nameOf = ({ name, email }: StaffRecord): string => name || email;

type Words = { label: string; title: string; body: string; said: string };

/** The texts of an action. They differ while the invitation is not accepted. */
export function accessWords(act: MemberAct, member: StaffRecord): Words {
  const { email, state } = member;
  if (act === 'end')
    return {
      label: 'End the access',
      title: 'End the access?',
      body: 'They are logged out everywhere at once, and can neither log in nor set a new password. What they did stays in the audit log.',
      said: 'The access is ended',
    };
  if (act === 'endSessions')
    return {
      label: 'End all log-ins',
      title: 'End all log-ins?',
      body: 'Every device has to log in again, with a code.',
      said: 'All log-ins are ended',
    };
  const sent = `The invitation is on its way to ${email}`;
  if (state === 'invited')
    return {
      label: 'Send the invitation again',
      title: 'Send the invitation again?',
      body: `A new link goes to ${email}, and works for 24 hours. The one before works no longer.`,
      said: sent,
    };
  return {
    label: state === 'ended' ? 'Invite again' : 'Begin the access anew',
    title: state === 'ended' ? 'Invite this person again?' : 'Begin the access anew?',
    body: `Password and two-factor log-in are taken off, all log-ins end, and a link to choose a password goes to ${email}. Make sure that it is them who read there.`,
    said: sent,
  };
}

export function AccessDialog({ member, asks, onClose }: Asking & { asks: MemberAct | null }) {
  const act = useAct();
  const [send] = useStaffMemberActMutation();
  const said = accessWords(asks ?? 'end', member);
  const confirm = async () => {
    if (asks === null) return;
    const content = { id: member.id, act: asks };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind !== 'done') return;
    toasts.success(said.said);
    onClose();
  };
  return (
    <ActDialog
      title={said.title}
      action={`${said.label} of ${nameOf(member)}`.replace(/^(Invite again|Send the invitation again) of /, '$1: ')}
      isOpen={asks !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>{said.body}</p>
    </ActDialog>
  );
}

export const RoleDialog = perOpening(function RoleDialog({ member, isOpen, onClose }: Asking & { isOpen: boolean }) {
  const act = useAct();
  const [send] = useStaffMemberRoleMutation();
  const [role, setRole] = useState(member.role);
  const [isStale, setStale] = useState(false);
  const confirm = async () => {
    if (role === member.role) return onClose();
    const content = { id: member.id, body: { role, version: member.version } };
    const outcome = await act.run(content, () => send(content));
    setStale(outcome?.kind === 'changed');
    if (outcome?.kind !== 'done') return;
    toasts.success(`${nameOf(member)} is ${staffRoleNames[role]} now`);
    onClose();
  };
  return (
    <ActDialog
      title="Change the role?"
      action={`Make ${nameOf(member)} ${staffRoleNames[role]}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>It counts at once: whoever works in the console right now keeps no right of before.</p>
      <RoleChoice value={role} onChange={setRole} />
      {isStale && (
        <Notice tone="danger" role="alert">
          <p>Somebody else has changed this person meanwhile. Close this and look again.</p>
        </Notice>
      )}
    </ActDialog>
  );
});

export function EndLogInDialog({ member, logIn, onClose }: Asking & { logIn: StaffRecord['logIns'][number] | null }) {
  const act = useAct();
  const [send] = useStaffMemberSessionMutation();
  const confirm = async () => {
    if (logIn === null) return;
    const content = { id: member.id, sessionId: logIn.id };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind !== 'done') return;
    toasts.success('The log-in is ended');
    onClose();
  };
  return (
    <ActDialog
      title="End this log-in?"
      action={`End the log-in on ${logIn?.device || 'this device'}`}
      isOpen={logIn !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>This device has to log in again. The others stay.</p>
    </ActDialog>
  );
}
