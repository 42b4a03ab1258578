/**
 * Shows the shop as a customer sees it, for 30 minutes. The customer sees the reason. The browser sends the
 * three headers from the specification, and a banner on every page names the customer and ends the view.
 */
import { useState } from 'react';
import { Reason } from '#contract/admin/customer-acts.ts';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { openStorage, writeItem } from '#web/local-storage.ts';
import { itemNames } from '#web/session/stored-session.ts';
import type { Customer } from '#web/features/admin/records/customers.ts';
import { Field } from '#web/ui/field.tsx';
import { useStaffViewAsMutation } from './calls.ts';

/** Loads a new document, which discards the console's state. */
function openShopAs({ userId, email }: { userId: string; email: string }): void {
  const storage = openStorage();
  writeItem(storage, itemNames.loginUserId, userId);
  writeItem(storage, itemNames.loginUserEmail, email);
  writeItem(storage, itemNames.adminAsUser, 'true');
  window.location.assign('/profile');
}

export const ViewAsDialog = remountOnOpen(function ViewAsDialog({
  customer,
  isOpen,
  onClose,
}: {
  customer: Customer;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { id, name, email } = customer;
  const act = useAct();
  const [send] = useStaffViewAsMutation();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    const reason = Reason.safeParse(text);
    setProblem(reason.error?.issues[0]?.message);
    if (!reason.success) return;
    const content = { id, body: { reason: reason.data } };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind === 'done') openShopAs(outcome.data);
  };
  return (
    <ActDialog
      title="View shop as customer?"
      action={`View as ${name || email}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>
        For 30 minutes, this browser shows the shop as {name || email}. Payments, cards, passwords, and
        sessions are blocked. Your changes are recorded under your name. The customer gets an email with your
        reason and can end the access.
      </p>
      <Field label="Reason (shown to the customer)" {...(problem === undefined ? {} : { error: problem })}>
        {(control) => (
          <LongText
            {...control}
            rows={2}
            maxLength={300}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </ActDialog>
  );
});
