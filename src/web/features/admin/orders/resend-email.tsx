/** Resends an email of the order unchanged. The newest is preselected, because it is requested most often. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { useStaffEmailSendingMutation } from '#web/features/admin/bulk/calls.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { type OrderFacts, useStaffOrderStoryQuery } from './calls.ts';

export const ResendEmail = remountOnOpen(function ResendEmail({
  order,
  isOpen,
  onClose,
}: {
  order: OrderFacts;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { data: moments = [] } = useStaffOrderStoryQuery(order.id);
  const emails = moments.filter(({ kind, subject }) => kind === 'email' && subject !== null);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? emails[0]?.subject ?? null;
  const act = useAct();
  const [send] = useStaffEmailSendingMutation();
  const confirm = async () => {
    if (chosen === null) return;
    const outcome = await act.run(chosen, (key) => send({ id: chosen, key }));
    // The email can be undone for a few seconds; the console shows that on every screen.
    if (outcome?.kind === 'done') onClose();
  };
  return (
    <ActDialog
      title="Resend email"
      action={`Resend to ${order.billing.email}`}
      isOpen={isOpen}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      {emails.length === 0 ? (
        <p>No emails about this order yet.</p>
      ) : (
        <fieldset className="grid max-h-64 gap-1 overflow-y-auto">
          <legend className="mb-1 text-muted">Email</legend>
          {emails.map(({ key, subject, title, detail, at }) => (
            <label key={key} className="flex items-start gap-2.5 rounded-sm p-1.5 hover:bg-sunk">
              <input
                type="radio"
                name="email"
                className="mt-1 size-4 shrink-0"
                checked={chosen === subject}
                onChange={() => setPicked(subject)}
              />
              <span className="min-w-0 grow wrap-anywhere">
                {title}
                <span className="block text-xs text-muted">{detail}</span>
              </span>
              <span className="shrink-0 text-xs text-muted">
                <Moment at={at} full />
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </ActDialog>
  );
});
