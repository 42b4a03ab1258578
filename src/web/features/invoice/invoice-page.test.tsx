/** How an invoice shows payments and refunds after it was issued. */
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { readInvoice } from '#contract/invoices.ts';
import { describeInvoice } from '#content/invoice-document.ts';
import { fromDollars } from '#kernel/money.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { InvoicePage } from './invoice-page.tsx';

const invoice: Answer<typeof readInvoice> = {
  id: `inv_${'a'.repeat(26)}`,
  number: 'INV-2026-00042',
  status: 'open',
  currency: 'usd',
  issuedAt: '2026-11-01T13:00:00.000Z',
  dueOn: '2027-01-09',
  orderNumber: 'S-1042',
  seller: {
    name: 'Stateside Services LLC',
    address: ['1200 Example Avenue'],
    email: 'help@stateside.example',
    phone: '+1 307 555 0100',
  },
  billTo: {
    name: 'Ama Boateng',
    ...noInvoiceTexts,
    email: 'ama@example.com',
    addressLine1: '30 N Gould St',
    country: 'US',
  },
  lines: [{ text: 'First half of order S-1042: EIN filing', amount: 74.75 }],
  subtotal: 74.75,
  discount: null,
  total: 74.75,
  payments: [{ date: '2026-11-21T13:00:00.000Z', amount: 74.75, card: { brand: 'visa', last4: '4242' } }],
  refunds: [],
  takenBack: [
    { date: '2026-12-10T08:00:00.000Z', amount: 74.75 },
    { date: '2027-01-05T08:00:00.000Z', amount: 20.25 },
  ],
  credited: 0,
  paid: 0,
  due: 74.75,
  payAt: null,
};
const textOf = (shown: typeof invoice): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <InvoicePage invoice={shown} />
    </MemoryRouter>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('each charged-back amount is a line with its date, and so is the amount that remains paid', () => {
  expect(textOf(invoice)).toMatch(
    /21st November 2026 \$74\.75 Reversed by the bank 10th December 2026 -\$74\.75 Reversed by the bank 5th January 2027 -\$20\.25 Net paid \$0\.00 Amount due by 9th January 2027 \(UTC\) \$74\.75/,
  );
  expect(textOf({ ...invoice, takenBack: [] })).not.toMatch(/bank|Remains/);
});

test('the page shows every text of the description', () => {
  const creditNote = { id: `cn_${'a'.repeat(26)}`, number: 'CN-2026-00007' };
  const full = {
    ...invoice,
    billTo: { ...invoice.billTo, company: 'Boateng Ltd', taxNumber: 'C0012345678' },
    discount: { amount: 10, code: 'WELCOME10' },
    refunds: [{ date: '2026-12-01T13:00:00.000Z', amount: 5, pending: false, creditNote }],
    credited: 5,
  };
  const { title, status, facts, parties, table, sums, payment } = describeInvoice(full, fromDollars);
  const page = textOf(full);
  for (const text of [
    title,
    status.word,
    ...facts.flatMap(({ term, value }) => [term, value]),
    ...parties.flatMap(({ heading, lines }) => [heading, ...lines]),
    ...[table.heading, ...table.lines.flatMap((line) => [line.text, line.amount])],
    ...sums.flatMap(({ term, amount }) => [term, amount]),
    ...(payment?.rows ?? []).flatMap(({ text: row, when, amount, link }) => [
      row,
      when,
      amount,
      link?.number ?? '',
    ]),
  ])
    expect(page).toContain(text);
});
