/**
 * Revenue, orders, conversion, and credit, compared with the previous period, with daily charts and tables.
 */
import type { ReactNode } from 'react';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import { Chart, type Point } from '#web/features/admin/chart/chart.tsx';
import { sentence } from '#web/features/admin/detail/sentence.ts';
import type { FigureDays, Figures } from './calls.ts';

const money = (dollars: number): string => formatMoney(fromDollars(dollars));
const formatCount = (count: number): string => count.toLocaleString('en-US');

const before: Record<FigureDays, string> = {
  '1': 'yesterday',
  '7': 'in the previous 7 days',
  '30': 'in the previous 30 days',
  '90': 'in the previous 90 days',
};

export function FigureCards({ figures: { sales, credit }, days }: { figures: Figures; days: FigureDays }) {
  if (sales === null && credit === null)
    return <p className="text-muted">Your role cannot view the shop’s figures.</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {sales && <SalesFigures sales={sales} days={days} />}
        {credit && <CreditFigures credit={credit} />}
      </dl>
      {sales && sales.series.length > 1 && (
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <Curve
            title="Revenue by day"
            points={sales.series.map(({ day, takings }) => pointOf(day, takings))}
            format={money}
          />
          <Curve
            title="Orders by day"
            points={sales.series.map(({ day, orders }) => pointOf(day, orders))}
            format={formatCount}
          />
        </div>
      )}
    </div>
  );
}

const dayNames = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const pointOf = (day: string, value: number): Point => ({ label: dayNames.format(new Date(day)), value });

const Curve = ({
  title,
  points,
  format,
}: {
  title: string;
  points: Point[];
  format: (value: number) => string;
}) => (
  <div className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4">
    <h3 className="font-sans text-sm font-semibold">{title}</h3>
    <Chart title={title} points={points} format={format} />
  </div>
);

const share = ({ begun, paid }: { begun: number; paid: number }): number | null =>
  begun === 0 ? null : paid / begun;
const percent = (part: number | null): string =>
  part === null ? 'none started' : `${(part * 100).toFixed(1)}%`;

function SalesFigures({ sales, days }: { sales: NonNullable<Figures['sales']>; days: FigureDays }) {
  const { takings, orders, carts } = sales;
  return (
    <>
      <Figure term="Revenue" value={money(takings.now)}>
        {money(takings.before)} {before[days]}. Payments minus refunds and disputes, before fees
      </Figure>
      <Figure term="Orders" value={formatCount(orders.now)}>
        {formatCount(orders.before)} {before[days]}
      </Figure>
      <Figure term="Paid carts" value={sentence(percent(share(carts.now)))}>
        {formatCount(carts.now.paid)} of {formatCount(carts.now.begun)}; {percent(share(carts.before))}{' '}
        {before[days]}
      </Figure>
    </>
  );
}

const CreditFigures = ({ credit: { outstanding, pastDue } }: { credit: NonNullable<Figures['credit']> }) => (
  <Figure term="Credit outstanding" value={money(outstanding.now)}>
    {money(pastDue.now)} past due
    {outstanding.before !== null && `; ${money(outstanding.before)} outstanding before`}
  </Figure>
);

const Figure = ({ term, value, children }: { term: string; value: string; children: ReactNode }) => (
  <div className="rounded-lg border border-line bg-surface p-4">
    <dt className="text-muted">{term}</dt>
    <dd className="mt-1 font-display text-2xl font-semibold money">{value}</dd>
    <dd className="mt-1 text-xs text-muted">{children}</dd>
  </div>
);
