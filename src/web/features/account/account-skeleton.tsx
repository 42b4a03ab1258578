/** An account screen while its form is on its way, in about its true size. */
import { LateNotice } from '#web/ui/late-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AccountFrame } from './account-frame.tsx';

export const AccountSkeleton = ({ title }: { title: string }) => (
  <AccountFrame title={title} aside={null}>
    <p role="status" className="sr-only">
      Loading the form
    </p>
    <LateNotice>Nothing has been sent yet.</LateNotice>
    <div className="grid gap-5" aria-hidden="true">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-14" />
    </div>
  </AccountFrame>
);
