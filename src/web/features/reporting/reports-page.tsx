/** `/profile/reports`: every report to Factiiv with its receipt; `?order=` filters by order. */
import '#web/without-eval.ts';
import { useSearchParams } from 'react-router';
import { GuardedCredit } from '#web/features/credit/credit-frame.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { CreditFrame, CreditSkeleton } from '#web/features/credit/credit-skeleton.tsx';
import { refusalText } from '#web/session/refusal.ts';
import type { CurrentUser } from '#web/session/api.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { ReportRow } from './report-row.tsx';
import { useReportsInfiniteQuery } from './reporting-api.ts';

const title = 'Your reports to Factiiv';

export default function ReportsPage() {
  return <GuardedCredit title={title}>{(user) => <Reports user={user} />}</GuardedCredit>;
}

function Reports({ user }: { user: CurrentUser }) {
  const [search] = useSearchParams();
  const orderId = search.get('order');
  const found = useReportsInfiniteQuery(orderId, { refetchOnMountOrArgChange: true });
  const {
    currentData: data,
    error,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = found;
  if (data === undefined && error === undefined) return <CreditSkeleton title={title} />;
  const reports = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <CreditFrame title={title}>
      {orderId !== null && (
        <p>
          Showing only the reports of one order.{' '}
          <SiteLink to="/profile/reports" className="underline underline-offset-4 hover:text-accent">
            Show all reports
          </SiteLink>
        </p>
      )}
      {data === undefined && (
        <NotLoaded what="Your reports" error={error} isBusy={isFetching} onRetry={refetch} />
      )}
      {data !== undefined && reports.length === 0 && (
        <NoReports isConnected={user.factBusinessId !== null} ofOrder={orderId !== null} />
      )}
      {reports.length > 0 && (
        <>
          <p className="text-muted">Newest first. Each has a receipt with the exact fields that were sent.</p>
          <ul className="grid grid-cols-1 gap-4">
            {reports.map((report) => (
              <ReportRow key={report.id} report={report} />
            ))}
          </ul>
          {data !== undefined && error !== undefined && !isFetching && (
            <Notice tone="danger" role="alert" title="More reports could not be loaded">
              <p>{refusalText(error)}</p>
            </Notice>
          )}
          {hasNextPage && (
            <div>
              <Button variant="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more reports
              </Button>
            </div>
          )}
          <p role="status" className="sr-only">
            {isFetchingNextPage
              ? 'Loading'
              : reports.length === 1
                ? 'One report is shown'
                : `${reports.length} reports are shown`}
          </p>
        </>
      )}
    </CreditFrame>
  );
}

const NoReports = ({ isConnected, ofOrder }: { isConnected: boolean; ofOrder: boolean }) => (
  <div className="grid justify-items-start gap-4 rounded-lg bg-sunk p-5 sm:p-6">
    <p className="font-display text-lg font-semibold">
      {ofOrder ? 'Nothing from this order was reported' : 'No reports yet'}
    </p>
    {isConnected ? (
      <p>
        Each purchase you pay for, each renewal and all activity on your Net 30 account appear here, with
        their status.
      </p>
    ) : (
      <>
        <p>
          Connect your account to Factiiv in your profile. Then each purchase is reported, and its receipt
          appears here.
        </p>
        <ButtonLink to="/profile?section=factiiv">Connect to Factiiv</ButtonLink>
      </>
    )}
  </div>
);
