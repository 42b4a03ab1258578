/**
 * `/admin` and everything below it: the operators' console. The server renders an empty frame, because it
 * does not know the user.
 */
import { lazy, Suspense } from 'react';
import type { PageHandle } from '#web/document/page-head.tsx';
import { ConsoleSkeleton } from '#web/features/admin/shell/console-skeleton.tsx';
import { OfflineNotice } from '#web/shell/offline-notice.tsx';
import { SiteShell } from '#web/shell/shell.tsx';
import { NotFoundPage } from '#web/shell/troubled-page.tsx';
import { useSession } from '#web/session/use-session.ts';
import styles from '#web/styles/admin.css?url';

const notFound = (
  <SiteShell>
    <NotFoundPage />
  </SiteShell>
);

const load = () => import('#web/features/admin/console.tsx');
const Console = lazy(load);
if (typeof window !== 'undefined') void load();

export const links = () => [{ rel: 'stylesheet', href: styles }];

/** Staff have no cart here. */
const offline =
  'You are offline. This screen may be out of date, and nothing can be saved until the connection is back.';

export const handle: PageHandle = { title: 'Console' };

export default function Admin() {
  const isKnown = useSession().kind !== 'unknown';
  if (!isKnown) return <ConsoleSkeleton />;
  return (
    <Suspense fallback={<ConsoleSkeleton />}>
      <Console
        notFound={notFound}
        notices={<OfflineNotice says={offline} />}
        waiting={<ConsoleSkeleton />}
        Site={SiteShell}
      />
    </Suspense>
  );
}
