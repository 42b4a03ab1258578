/**
 * A curve over days, with the period before behind it, and the same as a table for whoever would rather read numbers or cannot see curves.
 * The drawing comes after the figures: they are there without it.
 */
import { lazy, Suspense, useId } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PartBoundary } from '#web/features/admin/shell/loaded.tsx';

const Curve = lazy(() => import('./curve.tsx'));

/** `before`: of the same day in the period before; null where there is none. */
export type Point = { label: string; value: number; before: number | null };

type ChartProps = { title: string; points: readonly Point[]; format: (value: number) => string; now: string; before: string };

export function Chart({ title, points, format, now, before }: ChartProps) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="grid gap-2">
      <figcaption id={id} className="sr-only">
        {title}
      </figcaption>
      <div className="h-44" aria-hidden="true">
        <PartBoundary what="The chart">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <Curve points={points} format={format} now={now} before={before} />
          </Suspense>
        </PartBoundary>
      </div>
      <details className="text-xs">
        <summary className="w-fit rounded-sm py-1 text-muted hover:text-ink">Show as a table</summary>
        <div className="mt-2 max-h-64 overflow-auto rounded-md border border-line">
          <table className="w-full">
            <caption className="sr-only">{title}</caption>
            <thead className="sticky top-0 bg-sunk text-muted">
              <tr>
                <th scope="col" className="px-3 py-1.5 text-start font-medium">
                  Day
                </th>
                <th scope="col" className="px-3 py-1.5 text-end font-medium">
                  {now}
                </th>
                <th scope="col" className="px-3 py-1.5 text-end font-medium">
                  {before}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, value, before: was }) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className="px-3 py-1 text-start font-normal">
                    {label}
                  </th>
                  <td className="money px-3 py-1 text-end">{format(value)}</td>
                  <td className="money px-3 py-1 text-end text-muted">{was === null ? '–' : format(was)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
