/** Dialogs that confirm an action on a team member. */
import { useState } from 'react';
import { staffRoleNames } from '#kernel/permissions.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
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
} from './calls.ts';

type Asking = { member: StaffRecord; onClose: () => void };

const nameOf = ({ name, email }: StaffRecord): string => name || email;

type Words = { label: string; title: string; body: string; said: string };

/** The texts of an action. They differ while the invitation is not accepted. */
export function accessWords(act: MemberAct, member: StaffRecord): Words {
  const { email, state } = member;
  if (act === 'end')
    return {
      label: 'End access',
      title: 'End access?',
      body: 'All sessions end immediately, and the person can no longer log in or set a password. Their actions stay in the audit log.',
      said: 'Access ended',
    };
  if (act === 'endSessions')
    return {
      label: 'End all sessions',
      title: 'End all sessions?',
      body: 'Every device has to log in again with a code.',
      said: 'All sessions ended',
    };
  const sent = `Invitation sent to ${email}`;
  if (state === 'invited')
    return {
      label: 'Resend invitation',
      title: 'Resend invitation?',
      body: `${email} gets a new link that works for 24 hours. The previous link stops working.`,
      said: sent,
    };
  return {
    label: state === 'ended' ? 'Invite again' : 'Reset access',
    title: state === 'ended' ? 'Invite this person again?' : 'Reset access?',
    body: `The password and two-factor log-in are removed, all sessions end, and ${email} gets a link to choose a password. Verify that the person controls this address.`,
    said: sent,
  };
}

export function AccessDialog({ member, asks, onClose }: Asking & { asks: MemberAct | null }) {
  const act = useAct();
  const [send] = useStaffMemberActMutation();
  const dialogWords = accessWords(asks ?? 'end', member);
  const confirm = async () => {
    if (asks === null) return;
    const content = { id: member.id, act: asks };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind !== 'done') return;
    toasts.success(dialogWords.said);
    onClose();
  };
  return (
    <ActDialog
      title={dialogWords.title}
      action={`${dialogWords.label} of ${nameOf(member)}`.replace(
        /^(Invite again|Resend invitation) of /,
        '$1: ',
      )}
      isOpen={asks !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>{dialogWords.body}</p>
    </ActDialog>
  );
}

export const RoleDialog = remountOnOpen(function RoleDialog({
  member,
  isOpen,
  onClose,
}: Asking & { isOpen: boolean }) {
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
      title="Change role?"
      action={`Make ${nameOf(member)} ${staffRoleNames[role]}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>The change takes effect immediately, including in open sessions.</p>
      <RoleChoice value={role} onChange={setRole} />
      {isStale && (
        <Notice tone="danger" role="alert">
          <p>Someone else has changed this person. Close this window and review the changes.</p>
        </Notice>
      )}
    </ActDialog>
  );
});

export function EndLogInDialog({
  member,
  logIn,
  onClose,
}: Asking & { logIn: StaffRecord['logIns'][number] | null }) {
  const act = useAct();
  const [send] = useStaffMemberSessionMutation();
  const confirm = async () => {
    if (logIn === null) return;
    const content = { id: member.id, sessionId: logIn.id };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind !== 'done') return;
    toasts.success('Session ended');
    onClose();
  };
  return (
    <ActDialog
      title="End this session?"
      action={`End session on ${logIn?.device || 'this device'}`}
      isOpen={logIn !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>This device has to log in again. Other sessions stay active.</p>
    </ActDialog>
  );
}
