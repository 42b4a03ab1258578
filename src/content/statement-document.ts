/** The statement of a month as its page and its PDF show it. */
import { movementSentence } from './credit-words.ts';
import { formatDate, ordinal } from '#kernel/dates.ts';
import {
  type DocumentDescription,
  partiesOf,
  type SellerAndBuyer,
  type Sum,
  type ToCents,
} from './document.ts';
import { formatMoney } from '#kernel/money.ts';
import { formatBalance, formatChange, formatMonth } from './statement-words.ts';

/** `figures`: one for each column of amounts. The row of a month without activity has none. */
export type StatementRow = { text: string; figures: string[] } & (
  | { kind: 'balance' }
  | { kind: 'none' }
  | {
      kind: 'movement';
      at: string;
      /** `9th February`. Paper has room for `9th` only. */
      date: string;
      day: string;
      link: { href: string; number: string } | null;
    }
);

type OwedInvoice = { href: string; number: string; when: string; isLate: boolean; amount: string };

export type StatementDescription = DocumentDescription & {
  columns: { day: string; text: string; figures: string[] };
  rows: StatementRow[];
  /** `none`: shown on the page instead of the total. Paper leaves out an empty list. */
  owed: { heading: string; invoices: OwedInvoice[]; none: string; total: Sum };
  note: string;
};

type Balances = { approvedCredit: number; availableCredit: number; held: number; owed: number };
type Entries = { limit: number; available: number; hold: number; owed: number };
type Numbered = { id: string; number: string };
type Movement = Parameters<typeof movementSentence>[0] & {
  at: string;
  entries: Entries;
  order: Numbered | null;
  invoice: Numbered | null;
};
type Statement = SellerAndBuyer & {
  /** `2027-02`. */
  month: string;
  isFinal: boolean;
  until: string;
  before: Balances;
  after: Balances;
  movements: Movement[];
  invoices: (Numbered & { dueOn: string; owed: number; daysLate: number })[];
};

export function describeStatement(statement: Statement, toCents: ToCents): StatementDescription {
  const { month, isFinal, before, after, invoices } = statement;
  const number = formatMonth(month);
  // For the current month, the end is now.
  const owedAfter = isFinal ? 'Owed at the end' : 'Owed now';
  const balance = (amount: number): string => formatBalance(toCents(amount));
  return {
    name: 'Statement',
    number,
    title: `Statement, ${number}`,
    status: isFinal ? { word: 'Final', tone: 'ok' } : { word: 'So far', tone: 'plain' },
    label: `Activity in ${number}`,
    facts: [
      { term: 'Period', value: period(statement) },
      { term: 'Owed at the start', value: balance(before.owed), isFigure: true },
      { term: owedAfter, value: balance(after.owed), isFigure: true },
    ],
    paperFact: { term: 'Available', value: balance(after.availableCredit) },
    parties: partiesOf(statement),
    columns: { day: 'Day', text: 'What happened', figures: ['Limit', 'Available', 'Held', 'Owed'] },
    rows: rowsOf(statement, toCents),
    owed: {
      heading: owedAfter,
      invoices: invoices.map((invoice) => ({
        href: `/invoices/${invoice.id}`,
        number: invoice.number,
        when: lateness(invoice),
        isLate: invoice.daysLate > 0,
        amount: formatMoney(toCents(invoice.owed)),
      })),
      none: isFinal ? 'Nothing was owed.' : 'You owe nothing.',
      total: { term: 'Total owed (USD)', amount: formatMoney(toCents(after.owed)), kind: 'total' },
    },
    note: 'Limit is the credit we granted: the sum of available, held and owed. Held credit is reserved for orders and invoiced when their work is done. Days begin at midnight UTC.',
  };
}

/** `28th February`: the year is in the title. */
const dayOf = (moment: string): string => formatDate(moment).replace(/ \d+$/, '');

/** `1st to 28th February`, or to today for the current month. */
const period = ({ month, until }: Statement): string =>
  until === `${month}-01` ? dayOf(until) : `1st to ${dayOf(until)}`;

function lateness({ dueOn, daysLate }: Statement['invoices'][number]): string {
  const due = `Due ${formatDate(dueOn)}`;
  return daysLate === 0 ? due : `${due}: ${daysLate} ${daysLate === 1 ? 'day' : 'days'} past due`;
}

function rowsOf({ isFinal, before, after, movements }: Statement, toCents: ToCents): StatementRow[] {
  const balanceRow = (
    text: string,
    { approvedCredit, availableCredit, held, owed }: Balances,
  ): StatementRow => ({
    kind: 'balance',
    text,
    figures: [approvedCredit, availableCredit, held, owed].map((amount) => formatBalance(toCents(amount))),
  });
  const none: StatementRow = { kind: 'none', text: 'No activity this month.', figures: [] };
  return [
    balanceRow('Opening balance', before),
    ...(movements.length === 0 ? [none] : movements.map((movement) => movementRow(movement, toCents))),
    balanceRow(isFinal ? 'Closing balance' : 'Current balance', after),
  ];
}

/** The ledger stores the limit as a negative number; a statement shows a rise as positive. */
function movementRow(movement: Movement, toCents: ToCents): StatementRow {
  const { limit, available, hold, owed } = movement.entries;
  return {
    kind: 'movement',
    at: movement.at,
    date: dayOf(movement.at),
    day: ordinal(new Date(movement.at).getUTCDate()),
    text: movementSentence(movement),
    link: linkOf(movement),
    figures: [-limit, available, hold, owed].map((amount) => formatChange(toCents(amount))),
  };
}

/** Links to the invoice if there is one; the invoice page names the order. */
function linkOf({ order, invoice }: Movement): { href: string; number: string } | null {
  if (invoice !== null) return { href: `/invoices/${invoice.id}`, number: invoice.number };
  return order && { href: `/profile?order=${order.id}`, number: order.number };
}
