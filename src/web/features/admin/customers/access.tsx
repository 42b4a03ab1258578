/** A customer's active sessions and consents. */
import { useState } from 'react';
import { ActDialog } from '#web/features/admin/act/act-dialog.tsx';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { Lines, Section } from '#web/features/admin/detail/section.tsx';
import {
  useStaffCustomerConsentsQuery,
  useStaffCustomerSessionsQuery,
  useStaffEndSessionMutation,
  useStaffStopViewingMutation,
} from './calls.ts';

export function Sessions({ id, mayEnd, onEndAll }: { id: string; mayEnd: boolean; onEndAll: () => void }) {
  const query = useStaffCustomerSessionsQuery(id);
  const [ends, setEnds] = useState<{ id: string; device: string } | null>(null);
  return (
    <Section title="Sessions">
      <Loaded what="Sessions" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ sessions, support }) => (
          <div className="grid justify-items-start gap-3">
            {support.map(({ id: grantId, by, isMine, reason, endsAt }) => (
              <p key={grantId}>
                <Badge tone="warn">Support</Badge> {by} may view the shop as this customer until{' '}
                <Moment at={endsAt} full />: {reason} {isMine && <StopViewing id={id} />}
              </p>
            ))}
            <div className="w-full">
              <Lines rows={sessions} none="No active sessions." keyOf={(session) => session.id}>
                {({ id: sessionId, device, address, lastUsedAt, createdAt }) => (
                  <>
                    <span className="min-w-0 wrap-anywhere">
                      {device || 'Unknown device'}
                      {address && <span className="text-muted"> · {address}</span>}
                    </span>
                    <span className="inline-flex items-baseline gap-3 text-muted">
                      <span>
                        since <Moment at={createdAt} />, last used <Moment at={lastUsedAt} full />
                      </span>
                      {mayEnd && (
                        <Button
                          size="small"
                          variant="secondary"
                          onClick={() => setEnds({ id: sessionId, device })}
                        >
                          End session<span className="sr-only"> on {device || 'an unknown device'}</span>
                        </Button>
                      )}
                    </span>
                  </>
                )}
              </Lines>
            </div>
            {mayEnd && sessions.length > 1 && (
              <Button size="small" variant="secondary" onClick={onEndAll}>
                End all sessions
              </Button>
            )}
          </div>
        )}
      </Loaded>
      <EndDialog id={id} session={ends} onClose={() => setEnds(null)} />
    </Section>
  );
}

function StopViewing({ id }: { id: string }) {
  const act = useAct();
  const [send] = useStaffStopViewingMutation();
  return (
    <Button
      size="small"
      variant="secondary"
      isBusy={act.isBusy}
      onClick={() => void act.run(null, () => send(id))}
    >
      Stop viewing
    </Button>
  );
}

function EndDialog({
  id,
  session,
  onClose,
}: {
  id: string;
  session: { id: string; device: string } | null;
  onClose: () => void;
}) {
  const act = useAct();
  const [send] = useStaffEndSessionMutation();
  const confirm = async () => {
    if (session === null) return;
    const content = { id, sessionId: session.id };
    const outcome = await act.run(content, () => send(content));
    if (outcome?.kind !== 'done') return;
    toasts.success('Session ended');
    onClose();
  };
  return (
    <ActDialog
      title="End this session?"
      action={`End session on ${session?.device || 'this device'}`}
      isOpen={session !== null}
      onClose={onClose}
      act={act}
      onConfirm={() => void confirm()}
    >
      <p>This device has to log in again. Other sessions stay active.</p>
    </ActDialog>
  );
}

const kinds = {
  terms_and_privacy: 'Terms and privacy policy',
  text_messages: 'Text messages',
  credit_terms: 'Net 30 terms',
  autopay: 'Automatic payments for Net 30 invoices',
  reporting: 'Reports to Factiiv',
  renewal: 'Renewals',
} as const;

export function Consents({ id }: { id: string }) {
  const query = useStaffCustomerConsentsQuery(id);
  return (
    <Section title="Consents">
      <Loaded what="Consents" query={query} skeleton={<Skeleton className="h-12" />}>
        {({ consents }) =>
          consents.length === 0 ? (
            <p className="text-muted">No consents yet.</p>
          ) : (
            <ul className="grid gap-2">
              {consents.map(({ id: consentId, kind, version, text, givenAt, withdrawnAt, about }) => (
                <li key={consentId} className="grid gap-1">
                  <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span>
                      {kinds[kind]}
                      {about && ` · ${about}`}
                    </span>
                    <span className="text-muted">
                      {version === null ? 'version not recorded' : `version ${version}`} ·{' '}
                      <Moment at={givenAt} full />
                      {withdrawnAt && (
                        <>
                          , withdrawn <Moment at={withdrawnAt} full />
                        </>
                      )}
                    </span>
                  </p>
                  {text && (
                    <details className="text-muted">
                      <summary className="w-fit cursor-pointer rounded-sm">Full text</summary>
                      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
                    </details>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
