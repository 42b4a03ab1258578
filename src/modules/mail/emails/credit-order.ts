/**
 * Emails about an order on credit and its two invoices: placed, second half issued, payment received, voided,
 * canceled, paid automatically.
 */
import { brandName } from '#content/card-brands.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { type Message, worded } from '#kernel/language.ts';
import { type Addressee, plainEmail } from './account.ts';
import { dayOf, type Words } from './account-words.ts';
import { type Email, oneLine } from './layout.ts';

export type CreditOrderEmailKind =
  | 'credit_invoice'
  | 'invoice_payment'
  | 'invoice_void'
  | 'invoice_reopened'
  | 'credit_order_canceled'
  | 'autopay_failed'
  | 'autopay_on'
  | 'autopay_off';

export type ToPay = { id: string; number: string; amount: Cents; dueOn: string };

const account = '/profile/credit';
const invoicePath = (id: string): string => `/invoices/${id}`;
const email = (words: Words, to: Addressee): Email => plainEmail(words, to);
const question = ({ company }: Addressee): Message =>
  worded('Questions about this order? Write to {ourEmail} and include the order number.', {
    ourEmail: company.email,
  });
const pay = worded('Pay on the invoice page, or from your profile with a saved card.');

export function creditOrderEmail(
  order: Addressee & { number: string; names: string[]; total: Cents; invoice: ToPay; rest: Cents },
): Email {
  const { number, names, total, invoice, rest } = order;
  return email(
    {
      subject: worded('Your order {number} on Net 30', { number }),
      preview: worded('The first half, {amount}, is due by {dueOn} (UTC).', {
        amount: formatMoney(invoice.amount),
        dueOn: dayOf(invoice.dueOn),
      }),
      title: worded('Thank you. Order {number} is placed', { number }),
      paragraphs: [
        worded(
          'You bought {names} on account for a total of {total}. We usually email you within one business day.',
          {
            names: names.map(oneLine).join(', '),
            total: formatMoney(total),
          },
        ),
        worded(
          'Invoice {number} is for the first half: {amount}, due by {dueOn} (UTC). It is attached as a PDF.',
          {
            number: invoice.number,
            amount: formatMoney(invoice.amount),
            dueOn: dayOf(invoice.dueOn),
          },
        ),
        worded('The second half, {rest}, is invoiced when the work is done and is due 30 days after that.', {
          rest: formatMoney(rest),
        }),
      ],
      button: { label: worded('View the invoice'), path: invoicePath(invoice.id) },
      notes: [
        pay,
        worded(
          'Credit goes on hold if payment is not made within 30 days. Paying on time gives a bonus credit limit.',
        ),
        question(order),
      ],
    },
    order,
  );
}

export function secondHalfEmail(order: Addressee & { number: string; invoice: ToPay }): Email {
  const { number, invoice } = order;
  return email(
    {
      subject: worded('Invoice {number}: {amount}, due by {dueOn}', {
        number: invoice.number,
        amount: formatMoney(invoice.amount),
        dueOn: dayOf(invoice.dueOn),
      }),
      preview: worded('The second half of order {number}.', { number }),
      title: worded('Your second invoice'),
      paragraphs: [
        worded('The work for order {number} is done, so here is the invoice for its second half.', {
          number,
        }),
        worded('Invoice {number}: {amount}, due by {dueOn} (UTC). It is attached as a PDF.', {
          number: invoice.number,
          amount: formatMoney(invoice.amount),
          dueOn: dayOf(invoice.dueOn),
        }),
      ],
      button: { label: worded('View the invoice'), path: invoicePath(invoice.id) },
      notes: [pay, question(order)],
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

export function invoicePaymentEmail({ invoice, amount, rest, card, paidAt, ...to }: Received): Email {
  const paid = { amount: formatMoney(amount), number: invoice.number, paidAt: dayOf(paidAt) };
  return email(
    {
      subject: worded('We received {amount} for invoice {number}', {
        amount: formatMoney(amount),
        number: invoice.number,
      }),
      preview:
        rest === 0
          ? worded('The invoice is paid. Thank you.')
          : worded('{rest} of it is still open.', { rest: formatMoney(rest) }),
      title: worded('We received {amount}', { amount: formatMoney(amount) }),
      paragraphs: [
        card === null
          ? worded('You paid {amount} for invoice {number} on {paidAt}. This email is your receipt.', paid)
          : worded(
              'You paid {amount} for invoice {number} with {brand} ending in {last4} on {paidAt}. This email is your receipt.',
              {
                ...paid,
                brand: brandName(card.brand),
                last4: card.last4,
              },
            ),
        rest === 0
          ? worded('The invoice is paid, and the amount is available to you again.')
          : worded('{rest} of this invoice is still open.', { rest: formatMoney(rest) }),
      ],
      button: { label: worded('View the invoice'), path: invoicePath(invoice.id) },
      notes: [
        worded('Questions about this payment? Write to {ourEmail} and include the invoice number.', {
          ourEmail: to.company.email,
        }),
      ],
    },
    to,
  );
}

type Reopened = Addressee & {
  invoice: { id: string; number: string; dueOn: string };
  amount: Cents;
  due: Cents;
};

export const invoiceReopenedEmail = ({ invoice, amount, due, ...to }: Reopened): Email =>
  email(
    {
      subject: worded('Invoice {number} is open again: {due}, due by {dueOn}', {
        number: invoice.number,
        due: formatMoney(due),
        dueOn: dayOf(invoice.dueOn),
      }),
      preview: worded('Your bank reversed your payment.'),
      title: worded('Invoice {number} is open again', { number: invoice.number }),
      paragraphs: [
        worded('Your bank reversed your payment of {amount} for invoice {number}, so you owe it again.', {
          amount: formatMoney(amount),
          number: invoice.number,
        }),
        worded('Please pay {due} by {dueOn} (UTC). Credit goes on hold if payment is not made by then.', {
          due: formatMoney(due),
          dueOn: dayOf(invoice.dueOn),
        }),
      ],
      button: { label: worded('View the invoice'), path: invoicePath(invoice.id) },
      notes: [
        pay,
        worded('Questions? Write to {ourEmail} and include the invoice number.', {
          ourEmail: to.company.email,
        }),
      ],
    },
    to,
  );

export const invoiceVoidEmail = ({
  invoice,
  ...to
}: Addressee & { invoice: { id: string; number: string; amount: Cents } }): Email =>
  email(
    {
      subject: worded('Invoice {number} is void', { number: invoice.number }),
      preview: worded('You do not owe it.'),
      title: worded('Invoice {number} is void', { number: invoice.number }),
      paragraphs: [
        worded('You do not owe invoice {number} for {amount}. The amount is available to you again.', {
          number: invoice.number,
          amount: formatMoney(invoice.amount),
        }),
      ],
      button: { label: worded('See your credit'), path: account },
      notes: [
        worded('Questions? Write to {ourEmail} and include the invoice number.', {
          ourEmail: to.company.email,
        }),
      ],
    },
    to,
  );

export const creditOrderCanceledEmail = ({
  number,
  total,
  ...to
}: Addressee & { number: string; total: Cents }): Email =>
  email(
    {
      subject: worded('Order {number} was canceled', { number }),
      preview: worded('You owe nothing for it.'),
      title: worded('Order {number} was canceled', { number }),
      paragraphs: [
        worded(
          'We canceled your order {number} for {total}. You owe nothing for it, and the credit it held is available again.',
          {
            number,
            total: formatMoney(total),
          },
        ),
      ],
      button: { label: worded('See your credit'), path: account },
      notes: [question(to)],
    },
    to,
  );

type Failed = Addressee & {
  invoice: { id: string; number: string };
  owed: Cents;
  dueOn: string;
  isQuestion: boolean;
};

export const autopayFailedEmail = ({ invoice, owed, dueOn, isQuestion, ...to }: Failed): Email =>
  email(
    {
      subject: worded('The automatic payment for invoice {number} did not go through', {
        number: invoice.number,
      }),
      preview: worded('Please pay {owed} by {dueOn} (UTC).', {
        owed: formatMoney(owed),
        dueOn: dayOf(dueOn),
      }),
      title: worded('Your automatic payment did not go through'),
      paragraphs: [
        isQuestion
          ? worded(
              'Your bank asks you to confirm the payment of {owed} for invoice {number}. Nothing was charged.',
              {
                owed: formatMoney(owed),
                number: invoice.number,
              },
            )
          : worded('Your bank declined the payment of {owed} for invoice {number}. Nothing was charged.', {
              owed: formatMoney(owed),
              number: invoice.number,
            }),
        worded('It is due by {dueOn} (UTC). Please pay it today, so that your credit does not go on hold.', {
          dueOn: dayOf(dueOn),
        }),
      ],
      button: { label: worded('Pay the invoice'), path: account },
      notes: [
        worded(
          'Automatic payments stay on for your other invoices. You can change the card or turn them off in your profile.',
        ),
      ],
    },
    to,
  );

export const autopayOnEmail = ({
  card,
  ...to
}: Addressee & { card: { brand: string; last4: string } }): Email =>
  email(
    {
      subject: worded('Automatic payments are on'),
      preview: worded('We will charge each invoice on its due date.'),
      title: worded('Automatic payments are on'),
      paragraphs: [
        worded(
          'From now on, we will charge each open Net 30 invoice to {brand} ending in {last4} on its due date.',
          {
            brand: brandName(card.brand),
            last4: card.last4,
          },
        ),
        worded('You can still pay earlier, and you can turn automatic payments off at any time.'),
      ],
      button: { label: worded('See your credit'), path: account },
      notes: [worded('If this was not you, write to {ourEmail} right away.', { ourEmail: to.company.email })],
    },
    to,
  );

export const autopayOffEmail = (to: Addressee): Email =>
  email(
    {
      subject: worded('Automatic payments are off'),
      preview: worded('Please pay your invoices yourself.'),
      title: worded('Automatic payments are off'),
      paragraphs: [
        worded(
          'We no longer charge your Net 30 invoices on their due dates. We will remind you before each one is due.',
        ),
      ],
      button: { label: worded('See your credit'), path: account },
      notes: [worded('If this was not you, write to {ourEmail} right away.', { ourEmail: to.company.email })],
    },
    to,
  );
