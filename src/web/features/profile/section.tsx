/** A collapsible section of the profile. Its content loads on first open and stays mounted. */
import { type ReactNode, Suspense, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type SectionProps = { title: string; hint: string; startsOpen?: boolean; children: ReactNode };

export function Section({ title, hint, startsOpen = false, children }: SectionProps) {
  const [wasOpened, setWasOpened] = useState(startsOpen);
  return (
    <details
      className="group border-b border-line"
      open={startsOpen}
      onToggle={({ currentTarget }) => setWasOpened(wasOpened || currentTarget.open)}
    >
      <summary className="flex min-h-18 list-none items-center justify-between gap-4 py-4 hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <h2 className="text-lg leading-tight">{title}</h2>
          <span className="text-sm text-muted">{hint}</span>
        </span>
        <Icon name="chevron" className="size-5 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-8">
        {wasOpened && <Suspense fallback={<Skeleton className="h-24" />}>{children}</Suspense>}
      </div>
    </details>
  );
}
