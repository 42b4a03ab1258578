/** Emails about the life of an order after its receipt. */
import { type Cents, formatMoney } from '#kernel/money.ts';
import { bankTime } from '#kernel/order-words.ts';
import { site } from '#kernel/site.ts';
import { plainEmail } from './account.ts';
import type { Words } from './account-words.ts';
import { type EmailContent, oneLine } from './layout.ts';

export type OrderEmailKind =
  | 'order_completed'
  | 'order_canceled'
  | 'order_link'
  | 'refund_started'
  | 'refunded'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost';

export type AboutOrder = {
  /** As people see it: `S-1001`. */
  number: string;
  firstName: string;
  /** Where the button leads: the page of the invoice needs no log-in. */
  path: string;
  publicOrigin: string;
};

const question = (): string => `A question about this order? Write to ${site.email} and name the order.`;

const email = (words: Words, { firstName, publicOrigin }: AboutOrder): EmailContent => plainEmail(words, { firstName, publicOrigin });

export function orderCompletedEmail(order: AboutOrder & { items: { name: string }[] }): EmailContent {
  const { number, items, path } = order;
  const names = items.map(({ name }) => oneLine(name)).join(', ');
  return email(
    {
      subject: `Order ${number} is complete`,
      preview: `The work for ${names} is done.`,
      title: `Order ${number} is complete`,
      paragraphs: [
        `The work for your order ${number} is done: ${names}.`,
        'We have sent you the documents and details as we received them. If something is missing, reply to this email.',
      ],
      button: { label: 'View the invoice', path },
      notes: [question()],
    },
    order,
  );
}

/** A guest has no page of the order. */
export function orderCanceledEmail(order: AboutOrder & { total: Cents; isGuest: boolean; isByStaff: boolean }): EmailContent {
  const { number, total, path, isGuest, isByStaff } = order;
  const why = isByStaff
    ? `We canceled your order ${number} over ${formatMoney(total)}. It was not paid, and nothing was charged.`
    : `Your order ${number} over ${formatMoney(total)} was not paid in time, so we canceled it. Nothing was charged.`;
  return email(
    {
      subject: `Order ${number} was canceled`,
      preview: isByStaff ? 'It was not paid, and nothing was charged.' : 'It was not paid in time. Nothing was charged.',
      title: `Order ${number} was canceled`,
      paragraphs: [why, 'If you still want these services, order them again. It takes a few minutes.'],
      button: { label: isGuest ? 'Go to products' : 'View the order', path },
      notes: [question()],
    },
    order,
  );
}

/** Placed for the customer by our staff, or asked for on the telephone: whoever has the link may pay. */
export function orderLinkEmail(order: AboutOrder & { total: Cents; items: { name: string }[] }): EmailContent {
  const { number, total, items, path } = order;
  return email(
    {
      subject: `Your order ${number} is ready to pay`,
      preview: `${formatMoney(total)} for ${items.map(({ name }) => oneLine(name)).join(', ')}.`,
      title: `Your order ${number} is ready to pay`,
      paragraphs: [
        `We have prepared your order ${number}: ${items.map(({ name }) => oneLine(name)).join(', ')}.`,
        `The total is ${formatMoney(total)}. You can check everything before you pay.`,
      ],
      button: { label: `Pay ${formatMoney(total)}`, path },
      notes: ['If you did not ask us for this, you need not do anything: an order that is not paid is canceled by itself.', question()],
    },
    order,
  );
}

/** Paid, and not to be given any more. `increase`: what the boosters of the order add to the limit. */
export function boosterReturnedEmail(order: AboutOrder & { total: Cents; increase: Cents }): EmailContent {
  const { number, total, increase, path } = order;
  return email(
    {
      subject: `Your payment of ${formatMoney(total)} goes back`,
      preview: `We could not raise your credit limit for order ${number}.`,
      title: `Your payment of ${formatMoney(total)} goes back`,
      paragraphs: [
        `You paid ${formatMoney(total)} for your order ${number}, which would have raised your credit limit by ${formatMoney(increase)}. Your account cannot take that rise any more: it was closed, or its limit would pass $50,000.`,
        `So we canceled the order, and the whole amount goes back to the card that you paid with. ${bankTime}`,
      ],
      button: { label: 'Go to your profile', path },
      notes: [question()],
    },
    order,
  );
}

export type GivenBack = AboutOrder & { amount: Cents };

export function refundStartedEmail(order: GivenBack): EmailContent {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: `Your refund of ${amount} is on its way`,
      preview: `We started a refund for order ${number}.`,
      title: `Your refund of ${amount} is on its way`,
      paragraphs: [
        `We started a refund of ${amount} for your order ${number}. It goes to the card that you paid with.`,
        'We email you again, with a credit note, when the money has been sent.',
      ],
      button: { label: 'View the invoice', path },
      notes: [question()],
    },
    order,
  );
}

export function refundedEmail(order: GivenBack & { isFull: boolean; creditNoteNumber: string }): EmailContent {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: `We refunded ${amount} for order ${number}`,
      preview: `${bankTime} Your credit note is attached.`,
      title: `We refunded ${amount}`,
      paragraphs: [
        `We refunded ${order.isFull ? `your order ${number} in full: ${amount}` : `${amount} of your order ${number}`}. The money goes to the card that you paid with. ${bankTime}`,
        `Credit note ${order.creditNoteNumber} says what was refunded. It belongs to your invoice and is attached as a PDF.`,
      ],
      button: { label: 'View the credit note', path },
      notes: ['Refunds are made in US dollars, so the amount in your currency can differ from the one that you paid.', question()],
    },
    order,
  );
}

/** `voidNumber`: of the credit note that counts no longer; null where none was issued. */
export function refundFailedEmail(order: GivenBack & { voidNumber: string | null }): EmailContent {
  const [amount, { number, path, voidNumber }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: `Your refund of ${amount} could not be completed`,
      preview: 'The money is still with us. We will contact you about another way.',
      title: `Your refund of ${amount} could not be completed`,
      paragraphs: [
        `We tried to refund ${amount} for your order ${number}, and the money could not be sent to your card. This happens when a card was closed or replaced.`,
        'The money is still with us. We will contact you about another way to send it. You do not need to do anything now.',
        ...(voidNumber === null ? [] : [`Credit note ${voidNumber} is void. You receive a new one with the next refund.`]),
      ],
      button: { label: 'View the invoice', path },
      notes: [question()],
    },
    order,
  );
}

export function disputeOpenedEmail(order: GivenBack): EmailContent {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: `Your bank is looking into ${amount} of order ${number}`,
      preview: 'Your bank took the money back while it decides.',
      title: `Your bank is looking into ${amount}`,
      paragraphs: [
        `Your bank told us that ${amount} of your order ${number} is disputed. It took the money back while it decides. This can take several weeks.`,
        'If you did not mean to dispute this payment, tell your bank. If something is wrong with the order, reply to this email: most problems are solved faster with us.',
      ],
      button: { label: 'View the invoice', path },
      notes: [question()],
    },
    order,
  );
}

export function disputeWonEmail(order: GivenBack): EmailContent {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: `The dispute about order ${number} is closed`,
      preview: 'Your bank decided that the payment stands.',
      title: 'The dispute is closed',
      paragraphs: [
        `Your bank decided that the payment of ${amount} for your order ${number} stands. It returned the money to us, so your card statement can show this amount again.`,
      ],
      button: { label: 'View the invoice', path },
      notes: [question()],
    },
    order,
  );
}

export function disputeLostEmail(order: GivenBack): EmailContent {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: `The dispute about order ${number} is closed`,
      preview: 'Your bank decided that the money stays with you.',
      title: 'The dispute is closed',
      paragraphs: [`Your bank decided that the ${amount} of your order ${number} stays with you. You do not need to do anything.`],
      button: { label: 'View the invoice', path },
      notes: [question()],
    },
    order,
  );
}
