/** Dialogs that confirm an action on a Net 30 account. The customer is emailed about each action. */
import { useState } from 'react';
import { FreezeForm, LimitForm } from '#contract/admin/credit.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { type Act, type Outcome, useAct } from '#web/features/admin/act/use-act.ts';
import { AmountField } from '#web/features/admin/form/amount-field.tsx';
import { dollarsAsText, dollarsTyped } from '#web/features/admin/form/typed-values.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type Account,
  useStaffFreezeMutation,
  useStaffLimitMutation,
  useStaffUnfreezeMutation,
} from './calls.ts';

export type DialogProps = { record: Account; isOpen: boolean; onClose: () => void; onChanged: () => void };

/** Closes the dialog after success. After a version conflict it refetches the account, then closes. */
export function useFinish({ onClose, onChanged }: DialogProps): {
  act: Act;
  finish: (outcome: Outcome<unknown> | null, message: string) => void;
} {
  const act = useAct();
  const finish = (outcome: Outcome<unknown> | null, message: string) => {
    if (outcome?.kind === 'done') toasts.success(message);
    if (outcome?.kind === 'changed') {
      toasts.error(outcome.error.message);
      onChanged();
    }
    if (outcome?.kind === 'done' || outcome?.kind === 'changed') onClose();
  };
  return { act, finish };
}

export const nameOf = ({ legalName, name, email }: Account): string => legalName ?? (name || email);
export const money = (dollars: number): string => formatMoney(fromDollars(dollars));

export const LimitDialog = remountOnOpen(function LimitDialog(props: DialogProps) {
  const { record, isOpen, onClose } = props;
  const { act, finish } = useFinish(props);
  const [send] = useStaffLimitMutation();
  const from = record.account.approvedCredit;
  const [text, setText] = useState(dollarsAsText(from));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ to?: string; reason?: string }>({});
  const to = dollarsTyped(text) ?? Number.NaN;
  const confirm = async () => {
    const form = LimitForm.safeParse({ to, reason });
    const wrong = form.success ? [] : form.error.issues;
    const messageOf = (field: string) => wrong.find(({ path }) => path[0] === field)?.message;
    const isReadable = typeof to === 'number';
    const isTooHigh = isReadable && to > record.highestLimit;
    const general =
      messageOf('to') !== undefined || isTooHigh
        ? `Enter an amount up to ${money(record.highestLimit)}`
        : undefined;
    const wrongAmount = isReadable ? general : to.sentence;
    setProblems({
      ...(wrongAmount === undefined ? {} : { to: wrongAmount }),
      ...(messageOf('reason') === undefined ? {} : { reason: messageOf('reason') }),
    });
    if (!form.success || !isReadable || isTooHigh) return;
    const change = { id: record.id, body: { from, to, reason: reason.trim() } };
    finish(await act.run(change, () => send(change)), `Limit changed to ${money(to)}`);
  };
  return (
    <ActDialog
      title="Change limit?"
      action={typeof to === 'number' && Number.isFinite(to) ? `Change to ${money(to)}` : 'Change limit'}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        {nameOf(record)} has {money(from)} now, and owes {money(record.account.owed)}.
      </p>
      <AmountField
        label="New limit"
        hint="In US dollars"
        error={problems.to}
        autoFocus
        isNarrow
        value={text}
        onChange={setText}
      />
      <Field label="Reason" hint="Included in the email to the customer" error={problems.reason}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </ActDialog>
  );
});

export const FreezeDialog = remountOnOpen(function FreezeDialog(props: DialogProps) {
  const { record, isOpen, onClose } = props;
  const { act, finish } = useFinish(props);
  const [send] = useStaffFreezeMutation();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    const form = FreezeForm.safeParse({ reason });
    setProblem(form.error?.issues[0]?.message);
    if (!form.success) return;
    const content = { id: record.id, body: form.data };
    finish(await act.run(content, () => send(content)), `${nameOf(record)} is on hold`);
  };
  return (
    <ActDialog
      title="Put credit on hold?"
      action={`Put ${nameOf(record)} on hold`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        The customer cannot buy on credit until you end the hold. The customer gets an email without the
        reason.
      </p>
      <Field label="Reason" hint="Visible to the team only" error={problem}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </ActDialog>
  );
});

export function UnfreezeDialog(props: DialogProps) {
  const { record, isOpen, onClose } = props;
  const { act, finish } = useFinish(props);
  const [send] = useStaffUnfreezeMutation();
  const confirm = async () => finish(await act.run(record.id, () => send(record.id)), 'Hold ended');
  return (
    <ActDialog
      title="End hold?"
      action={`End hold on ${nameOf(record)}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        {record.account.pastDue > 0
          ? `${money(record.account.pastDue)} is past due. Credit stays on hold until it is paid.`
          : 'The customer can buy on credit immediately and gets an email.'}
      </p>
    </ActDialog>
  );
}
