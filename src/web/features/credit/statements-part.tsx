/** The months with a statement, each with a printable page and a PDF. */
import { useState } from 'react';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { formatMonth } from '#content/statement-words.ts';
import { Button } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useStatementQuery } from './credit-api.ts';
import { Part } from './credit-frame.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';

const atFirst = 12;

export function StatementsPart() {
  const { data, error, isFetching, refetch } = useStatementQuery(undefined);
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Part id="statements" title="Statements">
      {data === undefined && error === undefined && <Skeleton className="h-40" />}
      {data === undefined && error !== undefined && (
        <NotLoaded what="The list of your statements" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {data !== undefined && (
        <>
          <p>
            All activity in each month, with what you owed before and after it, for your books. Each can be
            printed or saved as a PDF. So far in {formatMonth(data.month)}: {data.movements.length}{' '}
            {data.movements.length === 1 ? 'entry' : 'entries'}, {formatMoney(fromDollars(data.after.owed))}{' '}
            owed.
          </p>
          <p>
            For your W-9 file:{' '}
            <a href="/api/w-9/pdf" download className="underline underline-offset-4 hover:text-accent">
              taxpayer information of the seller (PDF)
            </a>
            .
          </p>
          <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3">
            {(showsAll ? data.months : data.months.slice(0, atFirst)).map((month) => (
              <li key={month}>
                <SiteLink
                  to={`/profile/credit/statements/${month}`}
                  className="inline-block py-1.5 underline underline-offset-4 hover:text-accent"
                >
                  {formatMonth(month)}
                </SiteLink>
              </li>
            ))}
          </ul>
          {!showsAll && data.months.length > atFirst && (
            <div>
              <Button size="small" variant="secondary" onClick={() => setShowsAll(true)}>
                Show all {data.months.length} months
              </Button>
            </div>
          )}
        </>
      )}
    </Part>
  );
}
