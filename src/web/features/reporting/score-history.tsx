/** Score history: a line chart, and the same numbers as a table. */
import { formatLocalTime } from '#kernel/dates.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Score, useScoresQuery } from './reporting-api.ts';
import { chartOf, type Point, pointsOf } from './score-shape.ts';

export function ScoreHistory({ businessProfileId }: { businessProfileId: string }) {
  const { data, error, isFetching, refetch } = useScoresQuery(businessProfileId);
  if (data === undefined && error !== undefined)
    return <NotLoaded what="The history of your score" error={error} isBusy={isFetching} onRetry={refetch} />;
  if (data === undefined) return <Skeleton className="h-32" />;
  return <Moves scores={data} />;
}

function Moves({ scores }: { scores: Score[] }) {
  const points = pointsOf(scores);
  return (
    <section aria-labelledby="score-moves" className="grid gap-2">
      <h3 id="score-moves" className="font-semibold">
        How your score has changed
      </h3>
      {points.length < 2 ? (
        <p className="text-muted">
          We check your score once a day. A chart appears here after its first change.
        </p>
      ) : (
        <>
          <Chart points={points} />
          <Disclosure title="Show as a table">
            <table className="w-full border-collapse text-start">
              <caption className="sr-only">Factiiv Score over time, newest first</caption>
              <thead>
                <tr className="border-b-2 border-ink text-sm text-muted">
                  <th scope="col" className="py-2 pe-4 text-start font-normal">
                    Checked
                  </th>
                  <th scope="col" className="py-2 ps-4 text-end font-normal">
                    Factiiv Score
                  </th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ at, value }) => (
                  <tr key={at} className="border-b border-line">
                    <td className="py-2 pe-4">
                      <time dateTime={at}>{formatLocalTime(at)}</time>
                    </td>
                    <td className="money py-2 ps-4 text-end">{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Disclosure>
        </>
      )}
    </section>
  );
}

function Chart({ points }: { points: Point[] }) {
  const { line, dots, low, high } = chartOf(points);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className="grid gap-1">
      <svg
        role="img"
        aria-label={`Factiiv Score from ${first?.value} to ${last?.value}, lowest ${low}, highest ${high}. The table below has every number.`}
        viewBox="0 0 320 96"
        className="h-auto w-full max-w-form"
      >
        <path d="M 0 90 H 320" className="stroke-line" fill="none" strokeWidth="1" />
        <path
          d={line}
          className="stroke-accent"
          fill="none"
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {dots.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="3.5" className="fill-accent" />
        ))}
      </svg>
      <figcaption aria-hidden="true" className="flex max-w-form justify-between text-sm text-muted">
        <span>{first?.value}</span>
        <span>{last?.value}</span>
      </figcaption>
    </figure>
  );
}
