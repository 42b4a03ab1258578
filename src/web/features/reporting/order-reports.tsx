/** On an order: where its reports stand, with the way to their receipts. Nothing where nothing is reported. */
import { Badge } from '#web/ui/badge.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { kindWords, stateTones, stateWords } from './report-words.ts';
import { useReportsInfiniteQuery } from './reporting-api.ts';

export default function OrderReports({ orderId }: { orderId: string }) {
  const { currentData } = useReportsInfiniteQuery(orderId, { refetchOnMountOrArgChange: true });
  const reports = currentData?.pages.flatMap((page) => page.data) ?? [];
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="order-reports" className="grid gap-2" data-print="no">
      <h2 id="order-reports" className="text-lg">
        Reported to Factiiv
      </h2>
      <ul className="grid gap-2">
        {reports.map(({ id, kind, state }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span>{kindWords[kind]}</span>
            <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
          </li>
        ))}
      </ul>
      <p>
        <SiteLink to={`/profile/reports?order=${orderId}`} className="inline-block py-1 underline underline-offset-4 hover:text-accent">
          See the receipts
        </SiteLink>
      </p>
    </section>
  );
}
