/** Confirms a write-off, which is irreversible. Requires a reason and the customer's email address. */
import { useState } from 'react';
import { WriteOffForm } from '#contract/admin/credit.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { type DialogProps, money, nameOf, useFinish } from './account-dialogs.tsx';
import { useStaffWriteOffMutation } from './calls.ts';

type Typed = { reason: string; email: string };

export const WriteOffDialog = remountOnOpen(function WriteOffDialog(props: DialogProps) {
  const { record, isOpen, onClose } = props;
  const [typed, setTyped] = useState<Typed>({ reason: '', email: '' });
  const [problems, setProblems] = useState<Partial<Typed>>({});
  const { act, finish } = useFinish(props);
  const [send] = useStaffWriteOffMutation();
  const { owed, pastDue } = record.account;
  const confirm = async () => {
    const form = WriteOffForm.safeParse(typed);
    const found = problemsOf(form.error?.issues ?? [], typed.email, record.email);
    setProblems(found);
    if (!form.success || Object.keys(found).length > 0) return;
    const content = { id: record.id, body: { owed, ...form.data } };
    finish(await act.run(content, () => send(content)), `${money(owed)} written off`);
  };
  const fieldOf = (name: keyof Typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <ActDialog
      title="Write off balance?"
      action={`Write off ${money(owed)} of ${nameOf(record)}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        {pastDueSentence(pastDue, owed)} All open invoices become uncollectible, here and at the payment
        processor, and the account is closed. Later payments are booked as recovered. The customer gets an
        email, and later applications of this business are declined. This cannot be undone.
      </p>
      <Field label="Reason" hint="Visible to the team only" error={problems.reason}>
        {(control) => <TextInput {...control} autoFocus maxLength={300} {...fieldOf('reason')} />}
      </Field>
      <Field label={`Type ${record.email} to confirm`} error={problems.email}>
        {(control) => <TextInput {...control} autoComplete="off" spellCheck={false} {...fieldOf('email')} />}
      </Field>
    </ActDialog>
  );
});

function pastDueSentence(pastDue: number, owed: number): string {
  if (pastDue <= 0) return 'Nothing is past due yet, so only an owner can do this.';
  return pastDue === owed
    ? `The balance of ${money(owed)} is past due.`
    : `${money(pastDue)} of ${money(owed)} is past due.`;
}

function problemsOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  typedEmail: string,
  email: string,
): Partial<Typed> {
  const found: Partial<Typed> = {};
  for (const { path, message } of issues) found[path[0] === 'email' ? 'email' : 'reason'] ??= message;
  if (typedEmail.trim().toLowerCase() !== email)
    found.email ??= 'This does not match the customer’s email address';
  return found;
}
