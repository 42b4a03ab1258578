/** Comparison of our ledger with the processor's: when it ran, what differs, and the record concerned. */
import { Dollars } from '#web/features/admin/detail/dollars.tsx';
import { Link } from 'react-router';
import { formatLocalTime } from '#kernel/dates.ts';
import { useAct } from '#web/features/admin/act/use-act.ts';
import { LinksOfArea } from '#web/features/admin/shell/area-routes.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { PageHead } from '#web/features/admin/shell/page-head.tsx';
import { useKeys } from '#web/features/admin/shell/use-keys.ts';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';
import { Button } from '#web/ui/button.tsx';
import { NewTabLink } from '#web/ui/new-tab-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import * as toasts from '#web/ui/toasts.ts';
import {
  type Comparison,
  type Comparisons,
  useStaffCompareMutation,
  useStaffComparisonsQuery,
} from './calls.ts';

const pollMs = 2_000;

export function ComparisonPage() {
  const shown = useStaffComparisonsQuery();
  const isUnderWay = shown.data?.comparisons.some((comparison) => comparison.isUnderWay) ?? false;
  // Polls while a comparison is running.
  const query = useStaffComparisonsQuery(undefined, {
    pollingInterval: isUnderWay ? pollMs : 0,
    refetchOnMountOrArgChange: true,
  });
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <LinksOfArea />
        <PageHead title="Comparison with Stripe" />
      </div>
      <Loaded what="The comparison" query={query} skeleton={<Skeleton className="h-64" />}>
        {(answer) => <Compared answer={answer} isUnderWay={isUnderWay} />}
      </Loaded>
    </div>
  );
}

const Compared = ({ answer, isUnderWay }: { answer: Comparisons; isUnderWay: boolean }) => (
  <div className="grid gap-6">
    <Verdict comparisons={answer.comparisons} />
    {answer.mayRun && <RerunButton isUnderWay={isUnderWay} />}
    {answer.comparisons.map((comparison) => (
      <Part key={comparison.kind} comparison={comparison} />
    ))}
  </div>
);

const earliest = (comparisons: Comparison[]): string | null =>
  comparisons.some(({ at }) => at === null)
    ? null
    : (comparisons.map(({ at }) => at ?? '').toSorted()[0] ?? null);

function Verdict({ comparisons }: { comparisons: Comparison[] }) {
  const count = comparisons.reduce((sum, { differences }) => sum + differences.length, 0);
  const failed = comparisons.reduce((sum, comparison) => sum + comparison.failed, 0);
  const at = earliest(comparisons);
  const when =
    at === null ? 'Not all records have been compared yet.' : `Compared on ${formatLocalTime(at)}.`;
  if (count > 0)
    return (
      <Notice tone="danger" title={count === 1 ? '1 difference' : `${count} differences`}>
        <p>{when} Each difference links to its order, if there is one, and to Stripe.</p>
      </Notice>
    );
  if (failed > 0)
    return (
      <Notice tone="warn" title="Unknown">
        <p>
          {when} {failed === 1 ? '1 could not be read' : `${failed} could not be read`}: Stripe did not
          answer. Compare again.
        </p>
      </Notice>
    );
  return (
    <Notice tone={at === null ? 'info' : 'ok'} title={at === null ? 'Not compared yet' : '0 differences'}>
      <p>{when} The comparison runs once a day.</p>
    </Notice>
  );
}

function RerunButton({ isUnderWay }: { isUnderWay: boolean }) {
  const act = useAct();
  const [compare] = useStaffCompareMutation();
  const press = async () => {
    if (isUnderWay) return;
    const outcome = await act.run(null, () => compare());
    if (outcome?.kind === 'refused') toasts.error(outcome.error.message);
  };
  useKeys([{ keys: 'c', says: 'Compare now', group: 'On this page', run: () => void press() }]);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="small" isBusy={act.isBusy || isUnderWay} onClick={() => void press()}>
        Compare now
        <KeyHint keys="c" />
      </Button>
      <p role="status" className="text-muted">
        {isUnderWay && 'Comparing. This can take a few minutes. You can leave this page.'}
      </p>
    </div>
  );
}

const names: Record<Comparison['kind'], { title: string; what: string }> = {
  charges: { title: 'Payments', what: 'Payments, refunds, and disputes of the last few days' },
  subscriptions: { title: 'Subscriptions', what: 'Subscriptions that Stripe charges' },
  credit_invoices: { title: 'Net 30 invoices', what: 'Open Net 30 invoices that can be paid through Stripe' },
};

const Part = ({
  comparison: { kind, at, compared, repaired, failed, differences },
}: {
  comparison: Comparison;
}) => (
  <section
    aria-labelledby={`compared-${kind}`}
    className="overflow-hidden rounded-lg border border-line bg-surface"
  >
    <div className="grid gap-0.5 px-4 py-3">
      <h2 id={`compared-${kind}`} className="font-sans text-sm font-semibold">
        {names[kind].title}
      </h2>
      <p className="text-xs text-muted">
        {names[kind].what}
        {at === null
          ? ', not compared yet'
          : ` · ${compared} compared, ${repaired} fixed, ${failed} unreadable · ${formatLocalTime(at)}`}
      </p>
    </div>
    {differences.length > 0 && (
      <ul className="border-t border-line">
        {differences.map((difference) => (
          <DifferenceRow key={difference.reference} difference={difference} />
        ))}
      </ul>
    )}
  </section>
);

const DifferenceRow = ({
  difference: { kind, reference, amount, order, processorUrl },
}: {
  difference: Comparison['differences'][number];
}) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line px-4 py-2.5 not-last:border-b">
    <div className="min-w-0">
      <p className="font-medium">
        {kind === 'unknown_here' ? 'In Stripe but not in the shop' : 'In the shop but not in Stripe'}
      </p>
      <p className="text-xs wrap-anywhere text-muted">{reference}</p>
    </div>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {amount !== null && <Dollars amount={amount} />}
      {order === null ? (
        <span className="text-muted">No matching order</span>
      ) : (
        <Link
          to={`/admin/orders/${order.id}`}
          className="rounded-sm font-medium underline underline-offset-4 hover:text-accent"
        >
          {order.number}
        </Link>
      )}
      {processorUrl !== null && <NewTabLink to={processorUrl}>View in Stripe</NewTabLink>}
    </div>
  </li>
);
