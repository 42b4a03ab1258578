/** Emails to a customer with their delivery state. Each can be sent again. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { useStaffEmailSendingMutation } from '#web/features/admin/bulk/calls.ts';
import { pollWhileWaiting } from '#web/features/admin/shell/email-polling.ts';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useStaffCustomerEmailsQuery } from './calls.ts';
import { lineStyle, Section } from '#web/features/admin/detail/section.tsx';

type Email = { id: string; subject: string };

const mailTones = { sent: 'plain', waiting: 'warn', given_up: 'danger' } as const;
const mailStates = { sent: 'Sent', waiting: 'Waiting', given_up: 'Failed' } as const;

export function Emails({ id, email }: { id: string; email: string }) {
  const shown = useStaffCustomerEmailsQuery(id);
  const isOneWaiting = shown.data?.emails.some(({ state }) => state === 'waiting') ?? false;
  // Polls while an email is unsent.
  const query = useStaffCustomerEmailsQuery(id, pollWhileWaiting(isOneWaiting));
  const maySend = useMay('orders.write');
  const [resending, setResending] = useState<Email | null>(null);
  return (
    <Section title="Emails">
      <Loaded what="Emails" query={query} skeleton={<Skeleton className="h-24" />}>
        {({ emails }) =>
          emails.length === 0 ? (
            <p className="text-muted">No emails yet.</p>
          ) : (
            <ul className="grid gap-2">
              {emails.map(({ id: mailId, subject, writtenAt, state, settledAt, sendAgain }) => (
                <li key={mailId} className={lineStyle}>
                  <span className="min-w-0 wrap-anywhere">{subject}</span>
                  <span className="inline-flex items-baseline gap-3 text-muted">
                    <Badge tone={mailTones[state]}>{mailStates[state]}</Badge>
                    <Moment at={settledAt ?? writtenAt} full />
                    {maySend && sendAgain && (
                      <Button
                        size="small"
                        variant="secondary"
                        onClick={() => setResending({ id: mailId, subject })}
                      >
                        Resend email<span className="sr-only">: {subject}</span>
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ResendDialog email={resending} to={email} onClose={() => setResending(null)} />
    </Section>
  );
}

function ResendDialog({ email, to, onClose }: { email: Email | null; to: string; onClose: () => void }) {
  const act = useAct();
  const [send] = useStaffEmailSendingMutation();
  const confirm = async () => {
    if (email === null) return;
    const outcome = await act.run(email.id, (key) => send({ id: email.id, key }));
    if (outcome?.kind === 'done') onClose();
  };
  return (
    <ActDialog
      title="Resend this email?"
      action={`Resend to ${to}`}
      isOpen={email !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p className="wrap-anywhere">The same email is sent again: {email?.subject}</p>
    </ActDialog>
  );
}
