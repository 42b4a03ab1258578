/**
 * The profile's section "Connect to Factiiv": not connected, connected, or connected with a key that Factiiv
 * no longer accepts.
 */
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import type { CurrentUser } from '#web/session/api.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectedPanel } from './connected-panel.tsx';
import { type Reporting, useReportingQuery } from './reporting-api.ts';
import { useConnecting } from './use-connecting.ts';

export default function ConnectSection({ user }: { user: CurrentUser }) {
  const { data, error, isFetching, refetch } = useReportingQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (data !== undefined) return <LoadedReporting user={user} reporting={data} />;
  if (error !== undefined)
    return (
      <NotLoaded what="Your connection to Factiiv" error={error} isBusy={isFetching} onRetry={refetch} />
    );
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-24" />
      <Skeleton className="h-12 w-56" />
    </div>
  );
}

function LoadedReporting({ user, reporting }: { user: CurrentUser; reporting: Reporting }) {
  const { connection, connectAddress, appName } = reporting;
  const connecting = useConnecting(user, {
    connectAddress: connectAddress ?? '',
    appName,
    connectedAt: connection?.connectedAt ?? null,
  });
  const canConnect = connectAddress !== null;
  if (connection === null)
    return canConnect ? (
      <ConnectForm connecting={connecting} action="Connect to Factiiv" />
    ) : (
      <p className="text-muted">Connections to Factiiv are not available right now. Nothing is reported.</p>
    );
  return (
    <div className="grid gap-8">
      {connection.state === 'revoked' && (
        <div className="grid gap-5">
          <Notice tone="warn" role="status" title="Factiiv no longer accepts this connection">
            <p>
              The key was revoked at Factiiv, has expired, or can no longer be read. Until you connect again,
              nothing is reported and your score is not updated. Waiting reports are sent after that.
            </p>
          </Notice>
          {canConnect && <ConnectForm connecting={connecting} action="Connect again" />}
        </div>
      )}
      <ConnectedPanel
        user={user}
        reporting={reporting}
        connection={connection}
        connecting={canConnect ? connecting : null}
      />
    </div>
  );
}
