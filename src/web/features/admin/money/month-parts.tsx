/** The figures of a month: income, costs, receivables, movements at the processor, and the journal. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatLocalTime } from '#kernel/dates.ts';
import { formatMoney, fromDollars } from '#kernel/money.ts';
import type { MonthFigures } from './calls.ts';
import { entryNames } from '#contract/admin/entry-names.ts';

/** Puts the minus sign of a negative amount in the same text node. */
const signed = (amount: number): string => {
  const text = formatMoney(fromDollars(Math.abs(amount)));
  return amount < 0 ? `−${text}` : text;
};

type Line = { name: ReactNode; amount: number | null; isTotal?: true };

export const MonthParts = ({ figures }: { figures: MonthFigures }) => (
  <>
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <Part title="Revenue" lines={revenueOf(figures)} />
      <Part title="Net 30 receivables" lines={receivablesOf(figures)} />
      <Part title="Stripe balance" lines={cashOf(figures)}>
        Payouts to your bank are not included. Book them from your bank statement.
      </Part>
      <Part title="Costs" lines={costsOf(figures)}>
        <FeesWords figures={figures} />
      </Part>
    </div>
    <Journal figures={figures} />
  </>
);

const linkStyle = 'rounded-sm underline underline-offset-4 hover:text-accent';

const revenueOf = ({ revenue, from, to }: MonthFigures): Line[] => [
  { name: 'Services by card', amount: revenue.services },
  { name: 'Services on Net 30', amount: revenue.net30 },
  { name: 'Subscriptions, first period', amount: revenue.subscriptions },
  { name: 'Subscription renewals', amount: revenue.renewals },
  { name: 'Credit boosters', amount: revenue.boosters },
  { name: 'Discounts', amount: -revenue.discounts },
  {
    name: (
      <Link to={`/admin/money/refunds?from=${from}&to=${to}`} className={linkStyle}>
        Refunds and credit notes
      </Link>
    ),
    amount: -revenue.refunds,
  },
  { name: 'Net 30 invoices voided', amount: -revenue.voided },
  { name: 'Net revenue', amount: revenue.net, isTotal: true },
];

const receivablesOf = ({ receivables }: MonthFigures): Line[] => [
  { name: 'Opening balance', amount: receivables.opening },
  { name: 'Invoiced', amount: receivables.invoiced },
  { name: 'Owed again after refunds and disputes', amount: receivables.owedAgain },
  { name: 'Paid', amount: -receivables.paid },
  { name: 'Credited', amount: -receivables.credited },
  { name: 'Voided', amount: -receivables.voided },
  { name: 'Written off', amount: -receivables.writtenOff },
  { name: 'Closing balance', amount: receivables.closing, isTotal: true },
];

const cashOf = ({ cash }: MonthFigures): Line[] => [
  { name: 'Received', amount: cash.received },
  { name: 'Refunded', amount: -cash.refunded },
  { name: 'Withdrawn for disputes, net', amount: -cash.disputed },
  { name: 'Fees', amount: cash.fees === null ? null : -cash.fees },
  { name: 'Net change before payouts', amount: cash.net, isTotal: true },
];

const costsOf = ({ costs, from, to }: MonthFigures): Line[] => [
  { name: 'Processing fees', amount: costs.fees },
  {
    name: (
      <Link to={`/admin/money/disputes?view=all&from=${from}&to=${to}`} className={linkStyle}>
        Disputes lost
      </Link>
    ),
    amount: costs.disputesLost,
  },
  { name: 'Net 30 written off', amount: costs.writtenOff },
];

const Part = ({ title, lines, children }: { title: string; lines: Line[]; children?: ReactNode }) => (
  <section className="overflow-hidden rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse">
      <caption className="px-4 pt-3 pb-2 text-start font-semibold">{title}</caption>
      <tbody>
        {lines.map(({ name, amount, isTotal }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a part are always the same, in the same order.
          <tr key={place} className={`border-t border-line ${isTotal ? 'font-semibold' : ''}`}>
            <th scope="row" className={`px-4 py-2 text-start ${isTotal ? 'font-semibold' : 'font-normal'}`}>
              {name}
            </th>
            <td className="px-4 py-2 text-end whitespace-nowrap">
              {amount === null ? (
                <span className="text-muted">Not available</span>
              ) : (
                <span className={`money ${amount === 0 && !isTotal ? 'text-muted' : ''}`}>
                  {signed(amount)}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {children && <p className="border-t border-line px-4 py-2.5 text-xs text-muted">{children}</p>}
  </section>
);

const headStyle = 'h-9 px-4 font-medium';

/** Scrolls sideways on a phone, so it is focusable for the keyboard. */
const Journal = ({ figures: { entries } }: { figures: MonthFigures }) => (
  <div className="grid gap-3">
    <h2 className="font-sans text-base font-semibold">Journal</h2>
    {entries.length === 0 ? (
      <p className="rounded-lg border border-dashed border-line px-6 py-8 text-muted">
        No activity this month. Sales, payments, refunds, and disputes appear in the journal.
      </p>
    ) : (
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        aria-label="Journal entries"
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <table className="w-full border-collapse">
          <caption className="sr-only">
            Each entry debits one account and credits another by the same amount
          </caption>
          <thead>
            <tr className="text-xs text-muted">
              <th scope="col" className={`${headStyle} text-start`}>
                Description
              </th>
              <th scope="col" className={`${headStyle} text-start`}>
                Debit
              </th>
              <th scope="col" className={`${headStyle} text-start`}>
                Credit
              </th>
              <th scope="col" className={`${headStyle} text-end`}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ kind, debit, credit, amount, count }) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="px-4 py-2 text-start font-normal">
                  {entryNames[kind]} <span className="text-xs text-muted">({count})</span>
                </th>
                <td className="px-4 py-2 whitespace-nowrap">
                  <span className="text-muted">{debit.code}</span> {debit.name}
                </td>
                <td className="px-4 py-2 whitespace-nowrap">
                  <span className="text-muted">{credit.code}</span> {credit.name}
                </td>
                <td className="px-4 py-2 text-end">
                  <span className="money">{signed(amount)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )}
  </div>
);

function FeesWords({ figures: { feesKnownUntil, costs } }: { figures: MonthFigures }) {
  const until =
    feesKnownUntil === null
      ? 'Stripe fees have not been updated yet'
      : `Stripe fees are complete up to ${formatLocalTime(feesKnownUntil)}`;
  if (costs.fees !== null) return `${until}.`;
  return (
    <>
      {until}. They are updated hourly, and when you run the{' '}
      <Link to="/admin/money/comparison" className={linkStyle}>
        comparison
      </Link>
      .
    </>
  );
}
