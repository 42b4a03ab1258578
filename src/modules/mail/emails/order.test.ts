/**
 * What emails about the lifecycle of an order contain, where their links lead, and that user input stays
 * plain text.
 */
import { cents } from '#kernel/money.ts';
import { expect, test } from 'vitest';
import { defaultCompany } from '#content/site.ts';
import * as emails from './order.ts';

const about = {
  number: 'S-1001',
  firstName: 'Adwoa',
  path: '/invoices/inv_x',
  publicOrigin: 'https://shop.example',
  company: defaultCompany,
};
const refund = { ...about, amount: cents(4_950) };

const all = [
  [
    emails.orderCompletedEmail({ ...about, items: [{ name: 'EIN filing' }] }),
    'Order S-1001 is complete',
    'The work for your order S-1001 is done: EIN filing.',
  ],
  [
    emails.orderCanceledEmail({ ...about, total: cents(14_950), isGuest: true, isByStaff: false }),
    'Order S-1001 was canceled',
    'Your order S-1001 for $149.50 was not paid in time, so we canceled it. Nothing was charged.',
  ],
  [
    emails.refundStartedEmail(refund),
    'Your refund of $49.50 is on its way',
    'We started a refund of $49.50 for your order S-1001.',
  ],
  [
    emails.refundedEmail({ ...refund, isFull: false, creditNoteNumber: 'CN-2026-00001' }),
    'We refunded $49.50 for order S-1001',
    'We refunded $49.50 of your order S-1001. The money goes to the card you paid with. Your bank usually needs 5 to 10 business days to show it.',
  ],
  [
    emails.refundFailedEmail({ ...refund, voidNumber: 'CN-2026-00001' }),
    'Your refund of $49.50 could not be completed',
    'Credit note CN-2026-00001 is void. You will receive a new one with the next refund.',
  ],
  [
    emails.disputeOpenedEmail(refund),
    'Your bank is reviewing $49.50 of order S-1001',
    'Your bank told us that $49.50 of your order S-1001 is disputed.',
  ],
  [
    emails.disputeWonEmail(refund),
    'The dispute about order S-1001 is closed',
    'Your bank decided that the payment of $49.50 for your order S-1001 stands.',
  ],
  [
    emails.disputeLostEmail(refund),
    'The dispute about order S-1001 is closed',
    'Your bank decided that the $49.50 of your order S-1001 stays with you.',
  ],
] as const;

for (const [email, subject, sentence] of all)
  test(`${subject}: ${sentence.slice(0, 40)}…`, () => {
    expect(email.subject).toBe(subject);
    expect(email.text).toContain(sentence);
    expect(email.text).toContain('Hello Adwoa,');
    expect(email.text).toContain('\nhttps://shop.example/invoices/inv_x\n');
    expect(email.html).toContain('href="https://shop.example/invoices/inv_x"');
  });

test('a full refund is labeled, and one without a credit note does not mention one', () => {
  expect(emails.refundedEmail({ ...refund, isFull: true, creditNoteNumber: 'CN-2026-00001' }).text).toContain(
    'We refunded your order S-1001 in full: $49.50.',
  );
  expect(emails.refundFailedEmail({ ...refund, voidNumber: null }).text).not.toContain('Credit note');
});

test('the name of a service is escaped', () => {
  const { html } = emails.orderCompletedEmail({ ...about, items: [{ name: '<b>EIN</b>' }] });
  expect(html).toContain('&lt;b&gt;EIN&lt;/b&gt;');
});
