/** Net 30 aging report: amounts owed by days past due. Each line links to its accounts. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { Link } from 'react-router';
import { formatDate } from '#kernel/dates.ts';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { lateNames } from './account-list.tsx';
import { type Aging, useStaffAgingQuery } from './calls.ts';

export function AgingPage() {
  const query = useStaffAgingQuery();
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <LinksOfArea />
        <PageHead title="Past due" />
      </div>
      <Loaded what="Past-due balances" query={query} skeleton={<Skeleton className="h-64" />}>
        {(aging) => <AgingTable aging={aging} />}
      </Loaded>
    </div>
  );
}

const cell = 'h-11 px-4';

const AgingTable = ({ aging: { asOf, owed, pastDue, buckets } }: { aging: Aging }) => (
  <div className="grid gap-3">
    <p className="text-muted">
      On {formatDate(asOf)}, <Dollars amount={pastDue} /> of <Dollars amount={owed} /> owed by customers is
      past due.
    </p>
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse">
        <caption className="sr-only">Balance owed, by days past due</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="h-9 px-4 text-start font-medium">
              Days late
            </th>
            <th scope="col" className="px-4 text-end font-medium max-sm:hidden">
              Invoices
            </th>
            <th scope="col" className="px-4 text-end font-medium">
              Accounts
            </th>
            <th scope="col" className="px-4 text-end font-medium">
              Owed
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.from} className="border-line not-last:border-b">
              <th scope="row" className={`${cell} text-start font-medium`}>
                {bucket.from === 'not_due' ? (
                  'Not due yet'
                ) : (
                  <Link
                    to={`/admin/credit/accounts?late=${bucket.from}&sort=owed`}
                    className="inline-flex min-h-6 items-center rounded-sm underline underline-offset-4 hover:text-accent"
                  >
                    {lateNames[bucket.from]}
                  </Link>
                )}
              </th>
              <td className={`${cell} text-end tabular-nums max-sm:hidden`}>{bucket.invoices}</td>
              <td className={`${cell} text-end tabular-nums`}>{bucket.accounts}</td>
              <td className={`${cell} text-end`}>
                <Dollars amount={bucket.owed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </div>
);
