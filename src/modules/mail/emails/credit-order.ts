/** Emails about an order on credit and its two invoices: placed, second half issued, payment received, voided, canceled, paid on the due day by itself. */
import { brandName } from '#kernel/card-brands.ts';
import { formatDate } from '#kernel/dates.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { site } from '#kernel/site.ts';
import { plainEmail } from './account.ts';
import type { Words } from './account-words.ts';
import { type EmailContent, oneLine } from './layout.ts';

export type CreditOrderEmailKind =
  | 'credit_invoice'
  | 'invoice_payment'
  | 'invoice_void'
  | 'invoice_reopened'
  | 'credit_order_canceled'
  | 'autopay_failed'
  | 'autopay_on'
  | 'autopay_off';

export type Addressee = { firstName: string; publicOrigin: string };
export type ToPay = { id: string; number: string; amount: Cents; dueOn: string };

const account = '/profile/credit';
const invoicePath = (id: string): string => `/invoices/${id}`;
const email = (words: Words, to: Addressee): EmailContent => plainEmail(words, to);
const question = (): string => `A question about this order? Write to ${site.email} and name the order.`;
const pay = 'You pay on the page of the invoice, or from your profile with a saved card.';

export function creditOrderEmail(
  order: Addressee & { number: string; names: string[]; total: Cents; invoice: ToPay; rest: Cents },
): EmailContent {
  const { number, names, total, invoice, rest } = order;
  return email(
    {
      subject: `Your order ${number} on Net 30`,
      preview: `The first half, ${formatMoney(invoice.amount)}, is due by ${formatDate(invoice.dueOn)}.`,
      title: `Thank you. Order ${number} is placed`,
      paragraphs: [
        `You bought ${names.map(oneLine).join(', ')} on account, for ${formatMoney(total)} in all. Our work begins now.`,
        `Invoice ${invoice.number} is for the first half: ${formatMoney(invoice.amount)}, due by ${formatDate(invoice.dueOn)}. It is attached as a PDF.`,
        `The second half, ${formatMoney(rest)}, is invoiced when the work is done and is due 30 days after that.`,
      ],
      button: { label: 'View the invoice', path: invoicePath(invoice.id) },
      notes: [pay, 'Credit goes on hold if payment is not made within 30 days. Paying on time gives a bonus credit limit.', question()],
    },
    order,
  );
}

export function secondHalfEmail(order: Addressee & { number: string; invoice: ToPay }): EmailContent {
  const { number, invoice } = order;
  return email(
    {
      subject: `Invoice ${invoice.number}: ${formatMoney(invoice.amount)}, due by ${formatDate(invoice.dueOn)}`,
      preview: `The second half of order ${number}.`,
      title: 'Your second invoice',
      paragraphs: [
        `The work for order ${number} is done, so here is the invoice for its second half.`,
        `Invoice ${invoice.number}: ${formatMoney(invoice.amount)}, due by ${formatDate(invoice.dueOn)}. It is attached as a PDF.`,
      ],
      button: { label: 'View the invoice', path: invoicePath(invoice.id) },
      notes: [pay, question()],
    },
    order,
  );
}

type Received = Addressee & {
  invoice: { id: string; number: string };
  amount: Cents;
  rest: Cents;
  card: { brand: string; last4: string } | null;
  paidAt: Date;
};

export function invoicePaymentEmail({ invoice, amount, rest, card, paidAt, ...to }: Received): EmailContent {
  const withCard = card === null ? '' : ` with ${brandName(card.brand)} ending in ${card.last4}`;
  return email(
    {
      subject: `We received ${formatMoney(amount)} for invoice ${invoice.number}`,
      preview: rest === 0 ? 'The invoice is paid. Thank you.' : `${formatMoney(rest)} of it is still open.`,
      title: `We received ${formatMoney(amount)}`,
      paragraphs: [
        `You paid ${formatMoney(amount)} for invoice ${invoice.number}${withCard} on ${formatDate(paidAt)}. This email is your receipt.`,
        rest === 0
          ? 'The invoice is paid, and the amount is available to you again.'
          : `${formatMoney(rest)} of this invoice is still open.`,
      ],
      button: { label: 'View the invoice', path: invoicePath(invoice.id) },
      notes: [`A question about this payment? Write to ${site.email} and name the invoice.`],
    },
    to,
  );
}

type Reopened = Addressee & { invoice: { id: string; number: string; dueOn: string }; amount: Cents; due: Cents };

export const invoiceReopenedEmail = ({ invoice, amount, due, ...to }: Reopened): EmailContent =>
  email(
    {
      subject: `Invoice ${invoice.number} is open again: ${formatMoney(due)}, due by ${formatDate(invoice.dueOn)}`,
      preview: 'Your bank took your payment back.',
      title: `Invoice ${invoice.number} is open again`,
      paragraphs: [
        `Your bank took back ${formatMoney(amount)} that you had paid for invoice ${invoice.number}, so you owe it again.`,
        `Please pay ${formatMoney(due)} by ${formatDate(invoice.dueOn)}. Credit goes on hold if payment is not made by then.`,
      ],
      button: { label: 'View the invoice', path: invoicePath(invoice.id) },
      notes: [pay, `A question about it? Write to ${site.email} and name the invoice.`],
    },
    to,
  );

export const invoiceVoidEmail = ({
  invoice,
  ...to
}: Addressee & { invoice: { id: string; number: string; amount: Cents } }): EmailContent =>
  email(
    {
      subject: `Invoice ${invoice.number} is void`,
      preview: 'You do not owe it.',
      title: `Invoice ${invoice.number} is void`,
      paragraphs: [`You do not owe invoice ${invoice.number} over ${formatMoney(invoice.amount)}. The amount is available to you again.`],
      button: { label: 'See your credit', path: account },
      notes: [`A question about it? Write to ${site.email} and name the invoice.`],
    },
    to,
  );

export const creditOrderCanceledEmail = ({ number, total, ...to }: Addressee & { number: string; total: Cents }): EmailContent =>
  email(
    {
      subject: `Order ${number} was canceled`,
      preview: 'You owe nothing for it.',
      title: `Order ${number} was canceled`,
      paragraphs: [
        `We canceled your order ${number} over ${formatMoney(total)}. You owe nothing for it, and the credit that it held is available again.`,
      ],
      button: { label: 'See your credit', path: account },
      notes: [question()],
    },
    to,
  );

type Failed = Addressee & { invoice: { id: string; number: string }; owed: Cents; dueOn: string; isQuestion: boolean };

export const autopayFailedEmail = ({ invoice, owed, dueOn, isQuestion, ...to }: Failed): EmailContent =>
  email(
    {
      subject: `Automatic payment of invoice ${invoice.number} did not go through`,
      preview: `Please pay ${formatMoney(owed)} by ${formatDate(dueOn)}.`,
      title: 'Your automatic payment did not go through',
      paragraphs: [
        isQuestion
          ? `Your bank asks you to confirm the payment of ${formatMoney(owed)} for invoice ${invoice.number}. Nothing was charged.`
          : `Your bank declined the payment of ${formatMoney(owed)} for invoice ${invoice.number}. Nothing was charged.`,
        `It is due by ${formatDate(dueOn)}. Please pay it today, so that your credit does not go on hold.`,
      ],
      button: { label: 'Pay the invoice', path: account },
      notes: ['Automatic payments stay on for your other invoices. You can change the card or turn them off in your profile.'],
    },
    to,
  );

export const autopayOnEmail = ({ card, ...to }: Addressee & { card: { brand: string; last4: string } }): EmailContent =>
  email(
    {
      subject: 'Automatic payments are on',
      preview: 'We charge each invoice on its due day.',
      title: 'Automatic payments are on',
      paragraphs: [
        `From now on we charge each open Net 30 invoice on its due day to ${brandName(card.brand)} ending in ${card.last4}.`,
        'You can still pay earlier, and you can turn automatic payments off at any time.',
      ],
      button: { label: 'See your credit', path: account },
      notes: [`This was not you? Write to ${site.email} at once.`],
    },
    to,
  );

export const autopayOffEmail = (to: Addressee): EmailContent =>
  email(
    {
      subject: 'Automatic payments are off',
      preview: 'Please pay your invoices yourself.',
      title: 'Automatic payments are off',
      paragraphs: ['We do not charge your Net 30 invoices on their due day any more. We remind you before each one is due.'],
      button: { label: 'See your credit', path: account },
      notes: [`This was not you? Write to ${site.email} at once.`],
    },
    to,
  );
