/**
 * Exports or deletes a customer's data at their request. Staff type the customer's email address to confirm,
 * and the customer sees the reason.
 */
import { normalizeEmail } from '#kernel/email-address.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { OnRequest } from '#contract/admin/customer-acts.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { save } from '#web/features/admin/list/download.ts';
import type { Customer } from '#web/features/admin/records/customers.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { useStaffArchiveMutation, useStaffDeletionMutation } from './calls.ts';

export type Request = 'archive' | 'deletion';

const words: Record<Request, { title: string; action: string; body: string }> = {
  archive: {
    title: 'Export customer data?',
    action: 'Export data of',
    body: 'You get a ZIP file with details, orders, emails, and sessions. Verify that the customer made the request. The customer gets an email with your reason.',
  },
  deletion: {
    title: 'Delete account permanently?',
    action: 'Delete account of',
    body: 'Name, addresses, carts, notes, and saved cards are deleted immediately, and subscriptions end. Orders are kept without a name. This cannot be undone. Verify that the customer made the request. The customer gets a final email with your reason.',
  },
};

type Typed = { email: string; reason: string };
const nothing: Typed = { email: '', reason: '' };

type OnRequestProps = { customer: Customer; asks: Request; isOpen: boolean; onClose: () => void };

export const OnRequestDialog = remountOnOpen(function OnRequestDialog({
  customer,
  asks,
  isOpen,
  onClose,
}: OnRequestProps) {
  const { id, name, email } = customer;
  const navigate = useNavigate();
  const act = useAct();
  const [exportArchive] = useStaffArchiveMutation();
  const [remove] = useStaffDeletionMutation();
  const [typed, setTyped] = useState(nothing);
  const [problems, setProblems] = useState<Partial<Typed>>({});
  const dialogWords = words[asks];
  const confirm = async () => {
    const form = OnRequest.safeParse(typed);
    const found = problemsOf(form.error?.issues ?? [], typed.email, email);
    setProblems(found);
    if (!form.success || Object.keys(found).length > 0) return;
    const content = { id, body: form.data };
    if (asks === 'deletion') {
      const outcome = await act.run(content, () => remove(content));
      if (outcome?.kind !== 'done') return;
      toasts.success('Account deleted');
      return void navigate('/admin/customers', { replace: true });
    }
    const outcome = await act.run(content, () => exportArchive(content));
    if (outcome?.kind !== 'done') return;
    save(new Blob([bytesOf(outcome.data.content)], { type: 'application/zip' }), outcome.data.fileName);
    toasts.success('File saved. The customer gets an email');
    onClose();
  };
  return (
    <ActDialog
      title={dialogWords.title}
      action={`${dialogWords.action} ${name || email}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>{dialogWords.body}</p>
      <Field
        label="Reason (shown to the customer)"
        {...(problems.reason === undefined ? {} : { error: problems.reason })}
      >
        {(control) => (
          <LongText
            {...control}
            rows={2}
            maxLength={300}
            value={typed.reason}
            onChange={({ target }) => setTyped({ ...typed, reason: target.value })}
          />
        )}
      </Field>
      <Field
        label={`Type ${email} to confirm`}
        {...(problems.email === undefined ? {} : { error: problems.email })}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={typed.email}
            onChange={({ target }) => setTyped({ ...typed, email: target.value })}
          />
        )}
      </Field>
    </ActDialog>
  );
});

type Issues = readonly { path: PropertyKey[]; message: string }[];

function problemsOf(issues: Issues, typedEmail: string, email: string): Partial<Typed> {
  const found: Partial<Typed> = {};
  for (const { path, message } of issues) found[path[0] === 'email' ? 'email' : 'reason'] ??= message;
  if (normalizeEmail(typedEmail) !== email)
    found.email ??= 'This does not match the customer’s email address';
  return found;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
