/** From purchase to invoice: the data and the PDF that the holder of an invoice link receives. */
import { noInvoiceTexts } from '#kernel/billing-fields.ts';
import { contract } from '#contract/contract.ts';
import { cents } from '#kernel/money.ts';
import { formatMonth } from '#content/statement-words.ts';
import { defaultCompany } from '#content/site.ts';
import { requestRefund } from '#modules/payments/refunds.ts';
import { approve } from '#test/builders/credit-account.ts';
import {
  billingDetails,
  buy,
  buyAs,
  confirm,
  intentOf,
  type PurchaseBody,
  statusOf,
} from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { invoiceOf, refundOf } from '#test/builders/refund.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { textOf } from '#test/pdf-text.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const readInvoice = (id: string) => shop.call(contract.readInvoice, { params: { id } });
const pdfOf = (id: string) => fetch(`${shop.origin}/api/invoices/${id}/pdf`);

async function paid(changes: Partial<PurchaseBody> = {}): Promise<{ orderId: string; id: string }> {
  const answer = await buy(shop, changes);
  if (answer.client_secret !== undefined) await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, id: await invoiceOf(shop, answer.orderId) };
}

test('a paid order has an invoice with everything that a bookkeeper needs', async () => {
  const company = { company: 'Công ty Đông Dương', taxNumber: 'VN 0101234567' };
  const { id } = await paid({
    productIds: ['ein-filing', 'us-business-address'],
    discountCode: 'WELCOME10',
    billingDetails: { ...billingDetails, ...company, firstName: 'Nguyễn', lastName: 'Văn Án', country: 'VN' },
  });
  const invoice = await readInvoice(id);
  expect(invoice).toEqual({
    id,
    number: expect.stringMatching(/^INV-\d{4}-\d{5}$/),
    status: 'paid',
    currency: 'usd',
    issuedAt: expect.stringContaining('T'),
    dueOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    orderNumber: expect.stringMatching(/^S-\d+$/),
    seller: {
      name: 'Stateside Services LLC',
      address: ['1200 Example Avenue, Suite 100', 'Cheyenne, WY 82001', 'United States'],
      email: 'hello@stateside.example',
      phone: '+1 (307) 555-0142',
    },
    billTo: {
      name: 'Nguyễn Văn Án',
      email: 'kofi@example.com',
      addressLine1: '12 Ring Road, Accra',
      country: 'VN',
      ...noInvoiceTexts,
      ...company,
    },
    lines: [
      { text: 'EIN filing', amount: 149.5 },
      { text: 'US business address', amount: 29 },
    ],
    subtotal: 178.5,
    discount: { amount: 17.85, code: 'WELCOME10' },
    total: 160.65,
    payments: [
      { date: expect.stringContaining('T'), amount: 160.65, card: { brand: 'visa', last4: '4242' } },
    ],
    refunds: [],
    takenBack: [],
    credited: 0,
    paid: 160.65,
    due: 0,
    payAt: null,
  });
  expect(invoice.dueOn).toBe(invoice.issuedAt.slice(0, 10));
  const answer = await pdfOf(id);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${invoice.number}.pdf"`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "frame-ancestors 'none'",
  });
  const [text] = await textOf(new Uint8Array(await answer.arrayBuffer()));
  for (const fact of [
    invoice.number,
    'Nguyễn Văn Án',
    company.company,
    company.taxNumber,
    '$160.65',
    'Visa ending in 4242',
    'WELCOME10',
  ])
    expect(text).toContain(fact);
});

test('it lists refunds and the amount that remains paid', async () => {
  const { orderId, id } = await paid();
  await requestRefund(shop.deps, { orderId, amount: cents(4_950), requestKey: null });
  await until(
    'the refund has come through',
    async () => (await readInvoice(id)).refunds[0]?.pending === false,
  );
  expect(await readInvoice(id)).toMatchObject({
    total: 149.5,
    refunds: [{ amount: 49.5, pending: false }],
    paid: 100,
    due: 0,
  });
  const [text] = await textOf(new Uint8Array(await (await pdfOf(id)).arrayBuffer()));
  expect(text).toMatch(
    /Partly refunded.*Credited −\$49\.50.*Refund, CN-\d{4}-\d{5} .* −\$49\.50 Net paid \$100\.00/,
  );
});

test('a refunded amount has a credit note, as a row and as a file', async () => {
  const { orderId, id } = await paid();
  const note = await shop.call(contract.readCreditNote, { params: { id: await refundOf(shop, orderId) } });
  const invoice = await readInvoice(id);
  expect(invoice).toMatchObject({
    credited: 149.5,
    refunds: [{ pending: false, creditNote: { id: note.id, number: note.number } }],
  });
  expect(note).toEqual({
    id: expect.stringMatching(/^cn_/),
    number: expect.stringMatching(/^CN-\d{4}-\d{5}$/),
    status: 'issued',
    currency: 'usd',
    issuedAt: expect.stringContaining('T'),
    voidedAt: null,
    invoice: { id, number: invoice.number },
    orderNumber: invoice.orderNumber,
    seller: invoice.seller,
    billTo: invoice.billTo,
    lines: [{ text: `Refund of invoice ${invoice.number}, in full`, amount: 149.5 }],
    total: 149.5,
  });
  const answer = await fetch(`${shop.origin}/api/credit-notes/${note.id}/pdf`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${note.number}.pdf"`,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  });
  const [text] = await textOf(new Uint8Array(await answer.arrayBuffer()));
  for (const fact of [
    `Credit note ${note.number}`,
    invoice.number,
    'Kofi Mensah',
    'Total credited (USD) $149.50',
  ])
    expect(text).toContain(fact);
});

test('a credit note that does not exist is not found', async () => {
  const refused = { status: 404, code: 'credit_note_not_found', message: 'Credit note not found' };
  const params = { id: `cn_${'A'.repeat(22)}` };
  await expect(shop.call(contract.readCreditNote, { params })).rejects.toMatchObject(refused);
  for (const id of [params.id, 'cn_half'])
    expect((await fetch(`${shop.origin}/api/credit-notes/${id}/pdf`)).status).toBe(404);
});

test('a free order has one too, and an older payment names no card', async () => {
  const free = await paid({ discountCode: 'FREEORDER' });
  expect(await readInvoice(free.id)).toMatchObject({
    total: 0,
    payments: [],
    paid: 0,
    due: 0,
    status: 'paid',
  });
  const older = await paid();
  await shop.db
    .updateTable('payment')
    .set({ card_brand: null, card_last4: null })
    .where('order_id', '=', older.orderId)
    .execute();
  expect((await readInvoice(older.id)).payments).toMatchObject([{ amount: 149.5, card: null }]);
});

test('its owner finds it from the order', async () => {
  const customer = await aCustomer(shop);
  const answer = await buyAs(customer);
  await confirm(shop, intentOf(answer));
  await until('the order is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  const { orders } = await customer.call(contract.me);
  const id = await invoiceOf(shop, answer.orderId);
  const { number } = await readInvoice(id);
  expect(orders[0]?.invoices).toMatchObject([
    { id, number, stripeHostedInvoice: `${shop.deps.publicOrigin}/invoices/${id}` },
  ]);
});

test("the seller's W-9 data is public, and states that it is not the form", async () => {
  const answer = await fetch(`${shop.origin}/api/w-9/pdf`);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Taxpayer information.pdf"',
    'x-robots-tag': 'noindex',
  });
  const [text] = await textOf(new Uint8Array(await answer.arrayBuffer()));
  for (const fact of [
    'Seller’s taxpayer information (for your W-9 file)',
    `Employer identification number (EIN) ${defaultCompany.tax.ein}`,
    `Federal tax classification ${defaultCompany.tax.classification}`,
    'Stateside Services LLC',
    'Address 1200 Example Avenue, Suite 100 Cheyenne, WY 82001 United States',
    'This sheet is not the IRS Form W-9 and is not signed.',
  ])
    expect(text).toContain(fact);
});

test('a statement file is for its owner only', async () => {
  const customer = await aCustomer(shop);
  await approve(shop, customer.userId);
  const { fileName, content } = await customer.call(contract.printCreditStatement);
  const { month } = await customer.call(contract.readCreditStatement);
  expect(fileName).toBe(`Statement ${month}.pdf`);
  const [text] = await textOf(new Uint8Array(Buffer.from(content, 'base64')));
  for (const fact of [
    `Statement, ${formatMonth(month)}`,
    'So far',
    'Harmattan LLC',
    'Current balance $500.00 $500.00 $0.00 $0.00',
  ])
    expect(text).toContain(fact);
  const stranger = await aCustomer(shop);
  await expect(stranger.call(contract.printCreditStatement)).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect((await fetch(`${shop.origin}/api/credit/statement/pdf`)).status).toBe(401);
});

test('a draft has no invoice, and neither has an unknown id', async () => {
  const refused = { status: 404, code: 'invoice_not_found', message: 'Invoice not found' };
  const { orderId } = await buy(shop);
  for (const id of [await invoiceOf(shop, orderId), `inv_${'A'.repeat(22)}`]) {
    await expect(readInvoice(id)).rejects.toMatchObject(refused);
    const answer = await pdfOf(id);
    expect([answer.status, await answer.json(), answer.headers.get('cache-control')]).toEqual([
      404,
      'Invoice not found',
      'no-store',
    ]);
  }
  await expect(readInvoice('inv_half')).rejects.toMatchObject({ status: 422, message: 'Invoice not found' });
  expect((await pdfOf('inv_half')).status).toBe(404);
});

test('an issued invoice or credit note is never edited or deleted', async () => {
  await refundOf(shop, (await paid()).orderId);
  const edits = [
    sql`update invoice set amount_cents = 1 where number is not null`,
    sql`delete from invoice where number is not null`,
    sql`update credit_note set amount_cents = 1`,
    sql`delete from credit_note`,
  ];
  for (const edit of edits) await expect(edit.execute(shop.db)).rejects.toThrow(/was issued|never deleted/);
});
