/** Placeholder for a loading list, in its final size. */
import { Skeleton } from '#web/ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export const ListSkeleton = ({ columns }: { columns: number }) => (
  <div className="rounded-lg border border-line bg-surface">
    <p role="status" className="sr-only">
      Loading
    </p>
    <div aria-hidden="true" className="h-9 border-b border-line max-sm:hidden" />
    {rows.map((row) => (
      <div
        key={row}
        aria-hidden="true"
        className="flex h-14 items-center gap-6 border-line px-4 not-last:border-b sm:h-11"
      >
        {rows.slice(0, columns).map((column, place) => (
          <Skeleton
            key={column}
            className={`h-4 ${place === 1 ? 'grow' : 'w-20'} ${place > 1 ? 'max-sm:hidden' : ''}`}
          />
        ))}
      </div>
    ))}
  </div>
);
