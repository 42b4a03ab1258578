/** Placeholder for a loading record, in its final size. */
import { Skeleton } from '#web/ui/skeleton.tsx';

export const RecordSkeleton = () => (
  <div className="grid gap-6">
    <p role="status" className="sr-only">
      Loading
    </p>
    <div className="grid gap-2" aria-hidden="true">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-8 w-64" />
    </div>
    <div className="flex flex-col gap-x-10 gap-y-6 lg:flex-row-reverse" aria-hidden="true">
      <Skeleton className="h-80 w-full shrink-0 lg:w-facts" />
      <div className="grid grow content-start gap-5">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </div>
  </div>
);
