/**
 * Active sessions, and the way to end one on a lost or foreign device. A support session that acts for the
 * user is listed first.
 */
import { useRef, useState } from 'react';
import { formatLocalTime } from '#kernel/dates.ts';
import { once } from '#kernel/once.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import {
  type OpenSession,
  type OwnSession,
  type Support,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useSessionsQuery,
} from './profile-api.ts';
import { refusalText } from '#web/session/refusal.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';

export function SessionsSection() {
  const { data: sessions, error, isFetching, refetch } = useSessionsQuery();
  if (error !== undefined)
    return <NotLoaded what="Your sessions" error={error} isBusy={isFetching} onRetry={refetch} />;
  if (sessions === undefined)
    return (
      <div className="grid gap-3">
        <p role="status" className="sr-only">
          Loading
        </p>
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
    );
  return <SessionList sessions={sessions} />;
}

function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const [endSession, { originalArgs, isLoading }] = useEndSessionMutation();
  const [endOthers, ending] = useEndOtherSessionsMutation();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const report = (work: Promise<unknown>, done: string) =>
    work.then(
      () => {
        toasts.success(done, 'profile');
        // The clicked button is removed with its session.
        list.current?.focus();
      },
      (error: unknown) => toasts.error(refusalText(error), 'profile'),
    );
  const end = ({ id, kind }: OpenSession) => {
    if (!isLoading)
      void report(
        endSession(id).unwrap(),
        kind === 'own' ? 'Session ended' : 'Support can no longer act for you',
      );
  };
  const endAll = async () => {
    await report(endOthers().unwrap(), 'All other sessions ended');
    setAsking(false);
  };
  const hasOthers = sessions.some((session) => session.kind === 'support' || !session.current);
  const hasSupport = sessions.some(({ kind }) => kind === 'support');
  return (
    <div className="grid gap-5">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Sessions"
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {sessions.map((session) => {
          const row = { isEnding: isLoading && originalArgs === session.id, onEnd: () => end(session) };
          return session.kind === 'own' ? (
            <OwnRow key={session.id} session={session} {...row} />
          ) : (
            <SupportRow key={session.id} support={session} {...row} />
          );
        })}
      </ul>
      {hasOthers ? (
        <div>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            End all other sessions
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">You are logged in on this device only.</p>
      )}
      <ConfirmDialog
        title="End all other sessions?"
        action="End all others"
        isOpen={isAsking}
        isBusy={ending.isLoading}
        onConfirm={endAll}
        onClose={() => setAsking(false)}
      >
        <p>
          All other devices will be logged out right away. {hasSupport && 'Support stops acting for you. '}
          You stay logged in here.
        </p>
      </ConfirmDialog>
    </div>
  );
}

type RowProps = { isEnding: boolean; onEnd: () => void };

const rowStyle = 'flex flex-wrap items-center justify-between gap-x-5 gap-y-1 p-4';

const Time = ({ of }: { of: string }) => <time dateTime={of}>{formatLocalTime(of)}</time>;

const OwnRow = ({ session, isEnding, onEnd }: RowProps & { session: OwnSession }) => (
  <li className={rowStyle}>
    <span className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{session.device || 'Unknown device'}</span>
        {session.current && <Badge tone="ok">This device</Badge>}
      </span>
      <span className="text-sm text-muted">
        Last used <Time of={session.lastUsedAt} />. Logged in <Time of={session.createdAt} />.
      </span>
    </span>
    {!session.current && (
      <Button variant="text" size="small" isBusy={isEnding} onClick={onEnd}>
        End<span className="sr-only"> the session of {session.device || 'an unknown device'}</span>
      </Button>
    )}
  </li>
);

/** A grant lasts half an hour at most, so the local time of day is enough. */
const timeOfDay = once(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }));

const SupportRow = ({ support, isEnding, onEnd }: RowProps & { support: Support }) => (
  <li className={`${rowStyle} bg-warn-soft first:rounded-t-lg last:rounded-b-lg`}>
    <span className="grid min-w-0 gap-0.5">
      <span className="font-medium">
        Support is acting for you until {timeOfDay().format(new Date(support.endsAt))}
      </span>
      <span className="text-sm wrap-anywhere">Reason: {support.reason}</span>
    </span>
    <Button variant="text" size="small" isBusy={isEnding} onClick={onEnd}>
      End<span className="sr-only"> support’s access to your account</span>
    </Button>
  </li>
);
