/** A statement as PDF: every figure, columns that add up, and as many pages as needed. */
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import { cents } from '#kernel/money.ts';
import { defaultCompany } from '#content/site.ts';
import { textOf } from '#test/pdf-text.ts';
import { expect, test } from 'vitest';
import type { StatementDocument } from './service.ts';
import { statementPdf } from './pdf.ts';

type Movement = StatementDocument['movements'][number];

const aMovement = (
  kind: string,
  entries: Partial<Movement['entries']>,
  changes: Partial<Movement> = {},
): Movement => ({
  at: '2027-02-09T10:00:00.000Z',
  kind,
  reason: 'any',
  ruleVersion: '2026-11',
  by: 'shop',
  entries: { limit: cents(0), available: cents(0), hold: cents(0), owed: cents(0), ...entries },
  approvedCredit: cents(50_000),
  availableCredit: cents(50_000),
  order: null,
  invoice: null,
  onTime: null,
  ...changes,
});

const invoice = { id: 'inv_0000000000000000000000', number: 'INV-2027-00007' };
const aStatement = (changes: Partial<StatementDocument> = {}): StatementDocument => ({
  month: '2027-02',
  isFinal: true,
  until: '2027-02-28',
  months: ['2027-02'],
  seller: {
    name: defaultCompany.name,
    address: [...defaultCompany.address],
    email: defaultCompany.email,
    phone: defaultCompany.phone,
  },
  billTo: {
    name: 'Priya Nair',
    email: 'priya@example.com',
    addressLine1: '30 N Gould St, Sheridan, WY 82801',
    country: 'US',
    ...noInvoiceTexts,
    company: 'Harmattan LLC',
  },
  before: { approvedCredit: cents(0), availableCredit: cents(0), held: cents(0), owed: cents(0) },
  after: {
    approvedCredit: cents(50_000),
    availableCredit: cents(30_000),
    held: cents(10_000),
    owed: cents(10_000),
  },
  movements: [
    aMovement(
      'approved',
      { limit: cents(-50_000), available: cents(50_000) },
      { at: '2027-02-01T00:00:00.000Z' },
    ),
    aMovement(
      'held',
      { available: cents(-20_000), hold: cents(20_000) },
      { order: { id: 'ord_1', number: 'S-1042' } },
    ),
    aMovement(
      'invoiced',
      { hold: cents(-10_000), owed: cents(10_000) },
      { at: '2027-02-28T23:59:59.999Z', invoice },
    ),
  ],
  invoices: [{ ...invoice, dueOn: '2027-03-11', owed: cents(10_000), daysLate: 0 }],
  ...changes,
});
const onOnePage = async (changes: Partial<StatementDocument> = {}): Promise<string> => {
  const pages = await textOf(await statementPdf(aStatement(changes)));
  expect(pages).toHaveLength(1);
  return pages[0] ?? '';
};

test('every figure of the month is printed, and its recipient', async () => {
  const text = await onOnePage();
  for (const fact of [
    'Statement, February 2027',
    'Final',
    'Period 1st to 28th February',
    'Owed at the start $0.00',
    'Owed at the end $100.00',
    'Available $300.00',
    'From Stateside Services LLC',
    'Billed to Harmattan LLC Priya Nair 30 N Gould St, Sheridan, WY 82801 United States priya@example.com',
    'Day What happened Limit Available Held Owed',
    'Opening balance $0.00 $0.00 $0.00 $0.00',
    '1st We approved your account with its first limit. +$500.00 +$500.00',
    '9th You placed an order on credit. S-1042 −$200.00 +$200.00',
    '28th An invoice was issued. INV-2027-00007 −$100.00 +$100.00',
    'Closing balance $500.00 $300.00 $100.00 $100.00',
    'INV-2027-00007 Due 11th March 2027 $100.00',
    'Total owed (USD) $100.00',
    'February 2027 · Page 1 of 1',
  ])
    expect(text).toContain(fact);
});

test('a running month and an empty one are labeled, and negative amounts have a sign', async () => {
  const balances = {
    approvedCredit: cents(5_000),
    availableCredit: cents(-5_000),
    held: cents(0),
    owed: cents(10_000),
  };
  const lateInvoices = [{ ...invoice, dueOn: '2027-02-08', owed: cents(10_000), daysLate: 1 }];
  const quiet = {
    movements: [],
    before: balances,
    after: balances,
    isFinal: false,
    until: '2027-02-09',
    invoices: lateInvoices,
  };
  const text = await onOnePage(quiet);
  for (const fact of [
    'So far',
    'Period 1st to 9th February',
    'Available −$50.00',
    'No activity this month.',
    'Owed now $100.00',
    'Current balance $50.00 −$50.00 $0.00 $100.00',
    'INV-2027-00007 Due 8th February 2027: 1 day past due $100.00',
  ])
    expect(text).toContain(fact);
  const paid = { ...balances, availableCredit: cents(5_000), owed: cents(0) };
  expect(await onOnePage({ ...quiet, after: paid, invoices: [] })).not.toContain('Total owed');
});

test('many movements fill many pages, each with a table head and none lost', async () => {
  const movements = Array.from({ length: 120 }, (_, index) =>
    aMovement(
      'paid',
      { owed: cents(-100), available: cents(100) },
      { onTime: index % 2 === 0, invoice: { id: 'any', number: `N${index}.` } },
    ),
  );
  const pages = await textOf(await statementPdf(aStatement({ movements })));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages.slice(0, -1))
    expect(page).toContain('Day What happened Limit Available Held Owed');
  for (let index = 0; index < 120; index += 1)
    expect(
      pages.filter((page) => page.includes(`${index % 2 === 0 ? 'on time' : 'late'}. N${index}. `)),
    ).toHaveLength(1);
});
