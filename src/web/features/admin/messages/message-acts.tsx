/**
 * Actions on a message besides replying. Actions that send email need confirmation; the others can be undone
 * with the opposite action.
 */
import { type ReactNode, useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import type { MenuAct } from '#web/features/admin/act/act-menu.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import type { PrimaryAct } from '#web/features/admin/detail/record-page.tsx';
import { useMay, useStaff } from '#web/features/admin/shell/staff.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type Message,
  useStaffMessageAssignmentMutation,
  useStaffMessageMoveMutation,
  useStaffMessageQuery,
} from './calls.ts';

type MessageActs = { primary: PrimaryAct | null; acts: (MenuAct | 'line')[]; dialogs: ReactNode };
type Target = 'open' | 'closed' | 'spam';

const messages: Record<Target, string> = {
  open: 'Message reopened',
  closed: 'Message closed',
  spam: 'Message marked as spam',
};

export function useMessageActs(message: Message): MessageActs {
  const may = useMay('messages.write');
  const me = useStaff();
  const [openDialog, setOpenDialog] = useState<'release' | 'assign' | null>(null);
  const { isBusy, move, assign } = useQuickActs(message);
  if (!may) return { primary: null, acts: [], dialogs: null };
  const { state, assignedTo, releasedAt, heldBackBecause } = message;
  const isMachine = state === 'held_back' || state === 'spam';
  // The first release sends emails.
  const mails = heldBackBecause !== null && releasedAt === null;
  const release = () => (mails ? setOpenDialog('release') : void move('open'));
  // If the message can be answered, the reply box on the screen is the primary action.
  const primary: PrimaryAct | null = isMachine
    ? { label: 'Mark as not spam', keys: 'p', isBusy, run: release }
    : null;
  const isOpen = state === 'open';
  const isMine = assignedTo?.id === me.id;
  const acts: (MenuAct | 'line')[] = [
    ...(isMachine
      ? []
      : [
          {
            label: isOpen ? 'Close without reply' : 'Reopen message',
            keys: 'e',
            run: () => void move(isOpen ? 'closed' : 'open'),
          },
        ]),
    ...(isMine ? [] : [{ label: 'Assign to me', keys: 't', run: () => void assign(me.id) }]),
    { label: 'Assign message', keys: 'a', run: () => setOpenDialog('assign') },
    ...(state === 'spam'
      ? []
      : [
          'line' as const,
          { label: 'Mark as spam', keys: 's', isDangerous: true, run: () => void move('spam') },
        ]),
  ];
  const close = () => setOpenDialog(null);
  return {
    primary,
    acts,
    dialogs: (
      <>
        <ReleaseDialog message={message} isOpen={openDialog === 'release'} onClose={close} />
        <AssignDialog message={message} isOpen={openDialog === 'assign'} onClose={close} />
      </>
    ),
  };
}

/** Runs an action without confirmation and reports the result in a toast. */
function useQuickActs({ id, version }: Message) {
  const act = useAct();
  const [sendMove] = useStaffMessageMoveMutation();
  const [sendAssignment] = useStaffMessageAssignmentMutation();
  const { refetch } = useStaffMessageQuery(id);
  type Outcome = Awaited<ReturnType<typeof act.run>>;
  const tell = (outcome: Outcome, sentence: string) => {
    if (outcome?.kind === 'done') toasts.success(sentence);
    if (outcome?.kind === 'changed') void refetch();
    if (outcome?.kind === 'refused' || outcome?.kind === 'changed') toasts.error(outcome.error.message);
  };
  return {
    isBusy: act.isBusy,
    move: async (state: Target) => {
      const content = { id, body: { state, version } };
      tell(await act.run(content, () => sendMove(content)), messages[state]);
    },
    assign: async (to: string) => {
      const content = { id, body: { to, version } };
      tell(await act.run(content, () => sendAssignment(content)), 'Message assigned to you');
    },
  };
}

type DialogProps = { message: Message; isOpen: boolean; onClose: () => void };

function ReleaseDialog({
  message: { id, version, name, email, answersArriveAt, heldBackBecause },
  isOpen,
  onClose,
}: DialogProps) {
  const act = useAct();
  const [move] = useStaffMessageMoveMutation();
  const confirm = async () => {
    const content = { id, body: { state: 'open' as const, version } };
    const outcome = await act.run(content, () => move(content));
    if (outcome?.kind === 'changed') toasts.error(outcome.error.message);
    if (outcome?.kind !== 'done' && outcome?.kind !== 'changed') return;
    if (outcome.kind === 'done') toasts.success('Message opened and forwarded');
    onClose();
  };
  return (
    <ActDialog
      title="Mark as not spam?"
      action={`Mark message from ${name || email} as not spam`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        It is forwarded to {answersArriveAt}
        {heldBackBecause === 'links'
          ? '. The sender is not notified, because the message came from a program.'
          : ', and the sender gets a confirmation email.'}{' '}
        These emails are sent once.
      </p>
    </ActDialog>
  );
}

const AssignDialog = remountOnOpen(function AssignDialog({
  message: { id, version, assignedTo, team },
  isOpen,
  onClose,
}: DialogProps) {
  const act = useAct();
  const [assign] = useStaffMessageAssignmentMutation();
  const [to, setTo] = useState(assignedTo?.id ?? '');
  const confirm = async () => {
    const content = { id, body: { to: to === '' ? null : to, version } };
    const outcome = await act.run(content, () => assign(content));
    if (outcome?.kind === 'changed') toasts.error(outcome.error.message);
    if (outcome?.kind === 'done')
      toasts.success(
        outcome.data.assignedTo === null
          ? 'Message unassigned'
          : `Message assigned to ${outcome.data.assignedTo.name}`,
      );
    if (outcome?.kind === 'done' || outcome?.kind === 'changed') onClose();
  };
  return (
    <ActDialog
      title="Assign message"
      action="Assign message"
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <Field label="Person">
        {(control) => (
          <Select {...control} value={to} onChange={({ target }) => setTo(target.value)}>
            <option value="">Unassigned</option>
            {team.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ActDialog>
  );
});
