/**
 * Layout of the profile, and its placeholder while the user loads. Small, because the page hydrates with it.
 */
import type { ReactNode } from 'react';
import { LateNotice } from '#web/ui/late-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The user's details are beside the sections on wide screens, and above them on phones. */
export const ProfileFrame = ({ person, children }: { person: ReactNode; children: ReactNode }) => (
  <div className="page grid min-h-dvh content-start items-start gap-10 py-10 lg:grid-cols-12 lg:gap-14 lg:py-14">
    <div className="min-w-0 lg:sticky lg:top-28 lg:col-span-4">{person}</div>
    <div className="grid min-w-0 gap-12 lg:col-span-8">{children}</div>
  </div>
);

export const ProfileSkeleton = () => (
  <ProfileFrame
    person={
      <div className="grid gap-6">
        <h1 className="text-2xl">Welcome</h1>
        <div className="grid gap-4" aria-hidden="true">
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </div>
    }
  >
    <p role="status" className="sr-only">
      Loading your profile
    </p>
    <LateNotice>Nothing has been changed.</LateNotice>
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-48" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
  </ProfileFrame>
);
