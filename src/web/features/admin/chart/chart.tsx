/**
 * A line chart over days, with the same data as a table for accessibility. The chart loads lazily; the
 * figures do not depend on it.
 */
import { lazy, Suspense, useId } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PartBoundary } from '#web/features/admin/shell/loaded.tsx';

const Curve = lazy(() => import('./curve.tsx'));

export type Point = { label: string; value: number };

type ChartProps = { title: string; points: readonly Point[]; format: (value: number) => string };

export function Chart({ title, points, format }: ChartProps) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="grid gap-2">
      <figcaption id={id} className="sr-only">
        {title}
      </figcaption>
      <p className="text-xs text-muted">
        Maximum {format(Math.max(...points.map(({ value }) => value)))} a day
      </p>
      <div className="h-36" aria-hidden="true">
        <PartBoundary what="The chart">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <Curve title={title} points={points} format={format} />
          </Suspense>
        </PartBoundary>
      </div>
      <p className="flex justify-between text-xs text-muted">
        <span>{points.at(0)?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
      <details className="text-xs">
        <summary className="w-fit rounded-sm py-1 text-muted hover:text-ink">Show as a table</summary>
        <div className="mt-2 rounded-md border border-line">
          <table className="w-full">
            <caption className="sr-only">{title}</caption>
            <thead className="bg-sunk text-muted">
              <tr>
                <th scope="col" className="px-3 py-1.5 text-start font-medium">
                  Day
                </th>
                <th scope="col" className="px-3 py-1.5 text-end font-medium">
                  {title}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, value }) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className="px-3 py-1 text-start font-normal">
                    {label}
                  </th>
                  <td className="money px-3 py-1 text-end">{format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
