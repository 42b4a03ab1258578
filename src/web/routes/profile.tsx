/**
 * `/profile`: the logged-in user's details and purchases. The server renders only the frame: it does not know
 * the user, so the HTML never contains personal data.
 */
import { lazy, Suspense } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { readRuntimeConfig } from '#contract/site.ts';
import type { PageHandle } from '#web/document/page-head.tsx';
import { NeedsScript } from '#web/features/account/needs-script.tsx';
import { ProfileSkeleton } from '#web/features/profile/profile-frame.tsx';
import { publicClient } from '#web/server-context.ts';
import { useSession } from '#web/session/use-session.ts';

const load = () => import('#web/features/profile/profile-page.tsx');
const ProfilePage = lazy(load);
// The import starts immediately, so rendering does not wait longer. The server does not need it.
if (typeof window !== 'undefined') void load();

export const handle: PageHandle = { title: 'Your profile' };

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  config: await context.get(publicClient)(readRuntimeConfig),
});

export default function Profile({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const isKnown = useSession().kind !== 'unknown';
  return (
    <>
      <NeedsScript title="Your profile" />
      <div className="noscript:hidden">
        {isKnown ? (
          <Suspense fallback={<ProfileSkeleton />}>
            <ProfilePage config={loaderData.config} />
          </Suspense>
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </>
  );
}
