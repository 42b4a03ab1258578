/** The statement of a month: what there was before and after it, and every movement between. It prints by itself. */
import { useState } from 'react';
import { movementWords } from '#kernel/credit-words.ts';
import { formatDate } from '#kernel/dates.ts';
import { fromDollars } from '#kernel/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Statement, useStatementQuery } from './credit-api.ts';
import { Fact, NotLoaded, Part } from './credit-frame.tsx';

const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function StatementsPart() {
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const { data, error, isFetching, refetch } = useStatementQuery(month);
  return (
    <Part id="statements" title="Statements">
      {data === undefined && error === undefined && <Skeleton className="h-40" />}
      {data === undefined && error !== undefined && <NotLoaded what="The statement" error={error} isBusy={isFetching} onRetry={refetch} />}
      {data !== undefined && (
        <>
          <div className="flex flex-wrap items-end gap-3" data-print="no">
            <div className="grid gap-1.5">
              <label htmlFor="statement-month" className="font-medium">
                Month
              </label>
              <Select id="statement-month" value={month} onChange={({ target }) => setMonth(target.value)} className="min-w-48">
                {[...new Set([month, ...data.months])].map((one) => (
                  <option key={one} value={one}>
                    {monthName(one)}
                  </option>
                ))}
              </Select>
            </div>
            <Button variant="secondary" onClick={() => window.print()}>
              Print
            </Button>
          </div>
          <Month statement={data} />
        </>
      )}
    </Part>
  );
}

const Month = ({ statement: { month, isFinal, before, after, movements } }: { statement: Statement }) => (
  <div className="grid gap-4">
    <h3 className="font-semibold">
      {monthName(month)}
      {!isFinal && <span className="font-normal text-muted"> so far</span>}
    </h3>
    <dl className="grid gap-2">
      <Fact term="Owed before">
        <Money amount={fromDollars(before.owed)} />
      </Fact>
      <Fact term="Owed after">
        <Money amount={fromDollars(after.owed)} />
      </Fact>
      <Fact term="Limit">
        <Money amount={fromDollars(after.approvedCredit)} />
      </Fact>
      <Fact term="Available credit">
        <Money amount={fromDollars(after.availableCredit)} />
      </Fact>
    </dl>
    {movements.length === 0 ? (
      <p className="text-muted">Nothing moved in this month.</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      <section className="overflow-x-auto" tabIndex={0} aria-label={`Movements of ${monthName(month)}`}>
        <table className="w-full text-start">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="py-2 pe-4 text-start font-normal">
                Date
              </th>
              <th scope="col" className="py-2 pe-4 text-start font-normal">
                What
              </th>
              <th scope="col" className="py-2 text-end font-normal">
                Owed
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map(({ at, kind, entries, invoice, order }) => (
              <tr key={`${at} ${kind} ${invoice?.id ?? order?.id ?? ''}`} className="border-t border-line align-top">
                <td className="py-2 pe-4 whitespace-nowrap">{formatDate(new Date(at))}</td>
                <td className="py-2 pe-4">
                  {kind in movementWords ? movementWords[kind as keyof typeof movementWords] : kind}{' '}
                  {invoice?.number ?? order?.number ?? ''}
                </td>
                <td className="money py-2 text-end">{entries.owed === 0 ? '' : <Money amount={fromDollars(entries.owed)} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </div>
);
