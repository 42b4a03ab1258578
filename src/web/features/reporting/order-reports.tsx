/** Reports about an order, each with its receipt. Renders nothing if nothing was reported. */
import { SiteLink } from '#web/ui/site-link.tsx';
import { ReportRow } from './report-row.tsx';
import { useReportsInfiniteQuery } from './reporting-api.ts';

export default function OrderReports({ orderId }: { orderId: string }) {
  const { currentData } = useReportsInfiniteQuery(orderId, { refetchOnMountOrArgChange: true });
  const reports = currentData?.pages.flatMap((page) => page.data) ?? [];
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="order-reports" className="grid gap-3" data-print="no">
      <h2 id="order-reports" className="text-lg">
        Reported to Factiiv
      </h2>
      <ul className="grid grid-cols-1 gap-4">
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} ofOrder />
        ))}
      </ul>
      <p>
        <SiteLink
          to="/profile/reports"
          className="inline-block py-1 underline underline-offset-4 hover:text-accent"
        >
          See all your reports
        </SiteLink>
      </p>
    </section>
  );
}
