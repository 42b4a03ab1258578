/** All movements of a month between two balances. On a phone each row is a block with its own labels. */
import type { ReactNode } from 'react';
import { movementSentence } from '#kernel/credit-words.ts';
import { fromDollars } from '#kernel/money.ts';
import {
  balanceAfter,
  balanceColumns,
  changeColumns,
  formatBalance,
  formatChange,
  statementColumns,
  statementDay,
  formatMonth,
} from '#kernel/statement-words.ts';
import { SiteLink } from '#web/ui/site-link.tsx';
import type { Movement, Statement } from './credit-api.ts';

export const MovementTable = ({
  statement: { month, isFinal, before, after, movements },
}: {
  statement: Statement;
}) => (
  <table
    aria-label={`Activity in ${formatMonth(month)}`}
    className="w-full border-collapse max-md:block print:table"
  >
    <thead className="max-md:sr-only print:not-sr-only">
      <tr className="border-b-2 border-ink text-sm text-muted">
        <th scope="col" className="py-2 pe-3 text-start font-normal">
          Day
        </th>
        <th scope="col" className="py-2 text-start font-normal">
          What happened
        </th>
        {statementColumns.map((name) => (
          <th key={name} scope="col" className="py-2 ps-3 text-end font-normal">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-md:block print:table-row-group">
      <Balance name="Opening balance" balances={before} />
      {movements.map((movement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: movements are only appended
        <Row key={index} movement={movement} />
      ))}
      {movements.length === 0 && (
        <tr className="border-b border-line max-md:block print:table-row">
          <td colSpan={6} className="py-3 text-muted max-md:block print:table-cell">
            No activity this month.
          </td>
        </tr>
      )}
      <Balance name={balanceAfter(isFinal)} balances={after} />
    </tbody>
  </table>
);

const row = 'break-inside-avoid border-b border-line max-md:block max-md:py-3 print:table-row';

const Balance = ({ name, balances }: { name: string; balances: Statement['before'] }) => (
  <tr className={`${row} font-semibold`}>
    <th
      scope="row"
      colSpan={2}
      className="py-3 text-start font-semibold max-md:block max-md:py-0 print:table-cell"
    >
      {name}
    </th>
    {balanceColumns(balances).map((dollars, index) => (
      <Figure key={statementColumns[index]} label={statementColumns[index] ?? ''}>
        {formatBalance(fromDollars(dollars))}
      </Figure>
    ))}
  </tr>
);

const Row = ({ movement }: { movement: Movement }) => (
  <tr className={`${row} align-top`}>
    <td className="py-3 pe-3 whitespace-nowrap max-md:block max-md:py-0 max-md:text-sm max-md:text-muted print:table-cell">
      <time dateTime={movement.at}>{statementDay(movement.at)}</time>
    </td>
    <td className="py-3 max-md:block max-md:py-0 print:table-cell">
      {movementSentence(movement)}
      <Behind movement={movement} />
    </td>
    {changeColumns(movement.entries).map((dollars, index) => (
      <Figure key={statementColumns[index]} label={statementColumns[index] ?? ''}>
        {formatChange(fromDollars(dollars))}
      </Figure>
    ))}
  </tr>
);

/** Links to the invoice if there is one; the invoice page names the order. */
function Behind({ movement: { order, invoice } }: { movement: Movement }) {
  const found = invoice === null ? order : invoice;
  if (found === null) return null;
  const to = invoice === null ? `/profile?order=${found.id}` : `/invoices/${found.id}`;
  return (
    <>
      {' '}
      <SiteLink to={to} className="money whitespace-nowrap underline underline-offset-4 hover:text-accent">
        {found.number}
      </SiteLink>
    </>
  );
}

/** On a phone an empty column is hidden. */
const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <td
    className={`money py-3 ps-3 text-end whitespace-nowrap max-md:justify-between max-md:p-0 max-md:pt-1 print:table-cell ${children === '' ? 'max-md:hidden' : 'max-md:flex'}`}
  >
    <span aria-hidden="true" className="font-normal text-muted md:hidden print:hidden">
      {label}
    </span>
    {children}
  </td>
);
