/** The panel after connecting, worded as in the specification, with the score history and pending reports. */
import { formatLocalTime } from '#kernel/dates.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { refusalText } from '#web/session/refusal.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { ConnectForm } from './connect-form.tsx';
import { EndParts } from './end-parts.tsx';
import { syncedText } from './finish.ts';
import { ResumeReporting } from './resume-reporting.tsx';
import {
  type Connection,
  type Reporting,
  type Score,
  useScoreQuery,
  useSyncMutation,
} from './reporting-api.ts';
import { ScoreGauge } from './score-gauge.tsx';
import { ScoreHistory } from './score-history.tsx';
import type { Connecting } from './use-connecting.ts';

type Props = {
  user: CurrentUser;
  reporting: Reporting;
  connection: Connection;
  connecting: Connecting | null;
};

export function ConnectedPanel({ user, reporting, connection, connecting }: Props) {
  const isRevoked = connection.state === 'revoked';
  return (
    <div className="grid gap-8">
      {!isRevoked && (
        <Notice tone="ok" role="status">
          <p>Your account is connected to Factiiv.</p>
          {connection.businessName !== null && (
            <p>
              Business: <Business connection={connection} />
            </p>
          )}
        </Notice>
      )}
      {connection.agreedAt === null && !isRevoked && <ResumeReporting />}
      <div className="grid items-start gap-8 md:grid-cols-2">
        <ScorePart user={user} reporting={reporting} connection={connection} />
        <div className="grid gap-8">
          <ScoreHistory businessProfileId={connection.businessId} />
          <OnItsWay reporting={reporting} connection={connection} />
        </div>
      </div>
      <div className="grid justify-items-start gap-2 border-t border-line pt-4">
        {connecting !== null && !isRevoked && (
          <Disclosure title="Connect another business">
            <div className="grid gap-4 pt-2 pb-4">
              <p>
                Choose another of your businesses at Factiiv. It replaces the connected one,{' '}
                <Business connection={connection} />, whose accepted reports stay in its file.
              </p>
              <ConnectForm connecting={connecting} action="Connect another business" />
            </div>
          </Disclosure>
        )}
        <EndParts isReporting={connection.agreedAt !== null && !isRevoked} />
      </div>
    </div>
  );
}

const Business = ({ connection: { businessName, businessId } }: { connection: Connection }) => (
  <span className="font-medium wrap-anywhere">{businessName ?? businessId}</span>
);

function ScorePart({ user, reporting, connection }: Omit<Props, 'connecting'>) {
  const { data: score, error, isFetching, refetch } = useScoreQuery(user.id);
  if (score === undefined && error !== undefined)
    return <NotLoaded what="Your Factiiv Score" error={error} isBusy={isFetching} onRetry={refetch} />;
  if (score === undefined) return <Skeleton className="h-80" />;
  const { value, tradeLines } = score.business.factiiv;
  return (
    <section
      aria-labelledby="score-heading"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h3 id="score-heading" className="text-lg">
        Hello, {user.firstName}
      </h3>
      <ScoreGauge value={value} />
      <dl className="grid grid-cols-2 gap-4 text-center">
        <Figure term="Factiiv Score" figure={value} />
        <Figure term="Number of Active Trade Lines" figure={tradeLines} />
      </dl>
      <ReadAt score={score} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {connection.state === 'connected' && <SyncTrades canReport={connection.agreedAt !== null} />}
        {reporting.providerAddress !== null && (
          <a
            href={reporting.providerAddress}
            target="_blank"
            rel="noopener"
            className="inline-block py-2 underline underline-offset-4 hover:text-accent"
          >
            Open Factiiv<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </div>
    </section>
  );
}

const Figure = ({ term, figure }: { term: string; figure: number | null }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="money font-display text-2xl font-semibold">{figure ?? 'N/A'}</dd>
  </div>
);

const ReadAt = ({ score: { readAt } }: { score: Score }) => (
  <p className="text-center text-sm text-muted">
    {readAt === null ? (
      'No score yet. Factiiv shows a score once it has accepted your first report.'
    ) : (
      <>
        Checked on <time dateTime={readAt}>{formatLocalTime(readAt)}</time>. We check it once a day.
      </>
    )}
  </p>
);

function SyncTrades({ canReport }: { canReport: boolean }) {
  const [sync, { isLoading }] = useSyncMutation();
  const press = async (): Promise<void> => {
    const refused = await sync()
      .unwrap()
      .then(() => null, refusalText);
    if (refused === null) toasts.success(syncedText, 'factiiv-sync');
    else toasts.error(refused, 'factiiv-sync');
  };
  return (
    <Button variant={canReport ? 'primary' : 'secondary'} isBusy={isLoading} onClick={press}>
      Sync Trades
    </Button>
  );
}

function OnItsWay({
  reporting: { counts },
  connection: { lastSyncedAt },
}: {
  reporting: Reporting;
  connection: Connection;
}) {
  const rows = [
    ['Waiting to be sent', counts.waiting],
    ['Waiting for you to accept at Factiiv', counts.awaitingYou],
    ['Waiting for Factiiv', counts.awaitingFactiiv],
    ['Accepted', counts.accepted],
    ['Rejected', counts.rejected],
  ] as const;
  const sum = rows.reduce((total, [, count]) => total + count, 0);
  return (
    <section aria-labelledby="on-its-way" className="grid gap-2">
      <h3 id="on-its-way" className="font-semibold">
        Your reports
      </h3>
      {sum === 0 ? (
        <p className="text-muted">Nothing is pending. Each purchase that you pay for appears here.</p>
      ) : (
        <dl className="grid gap-1">
          {rows
            .filter(([, count]) => count > 0)
            .map(([term, count]) => (
              <div key={term} className="flex justify-between gap-6">
                <dt className="text-muted">{term}</dt>
                <dd className="money font-medium">{count}</dd>
              </div>
            ))}
        </dl>
      )}
      {lastSyncedAt !== null && (
        <p className="text-sm text-muted">
          Last synced on <time dateTime={lastSyncedAt}>{formatLocalTime(lastSyncedAt)}</time>.
        </p>
      )}
      <p>
        <SiteLink
          to="/profile/reports"
          className="inline-block py-1 underline underline-offset-4 hover:text-accent"
        >
          See every report and its receipt
        </SiteLink>
      </p>
    </section>
  );
}
