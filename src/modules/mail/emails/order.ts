/** Emails about an order after its receipt. */
import { type Cents, formatMoney } from '#kernel/money.ts';
import { bankTime as timeOfBanks } from '#content/order-words.ts';
import { type Message, worded } from '#kernel/language.ts';
import { type Addressee, plainEmail } from './account.ts';
import type { Words } from './account-words.ts';
import { type Email, oneLine } from './layout.ts';

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

export type AboutOrder = Addressee & {
  /** The display number: `S-1001`. */
  number: string;
  /** Target of the button: the invoice page needs no log-in. */
  path: string;
};

const bankTime: Message = { text: timeOfBanks };
const question = ({ company }: AboutOrder): Message =>
  worded('Questions about this order? Write to {ourEmail} and include the order number.', {
    ourEmail: company.email,
  });

const email = (words: Words, order: AboutOrder): Email => plainEmail(words, order);

export function orderCompletedEmail(order: AboutOrder & { items: { name: string }[] }): Email {
  const { number, items, path } = order;
  const names = items.map(({ name }) => oneLine(name)).join(', ');
  return email(
    {
      subject: worded('Order {number} is complete', { number }),
      preview: worded('The work for {names} is done.', { names }),
      title: worded('Order {number} is complete', { number }),
      paragraphs: [
        worded('The work for your order {number} is done: {names}.', { number, names }),
        worded(
          'We have sent you the documents and details as we received them. If something is missing, reply to this email.',
        ),
      ],
      button: { label: worded('View the invoice'), path },
      notes: [question(order)],
    },
    order,
  );
}

/** Guests have no order page. */
export function orderCanceledEmail(
  order: AboutOrder & { total: Cents; isGuest: boolean; isByStaff: boolean },
): Email {
  const { number, total, path, isGuest, isByStaff } = order;
  const why = isByStaff
    ? worded('We canceled your order {number} for {total}. It was not paid, and nothing was charged.', {
        number,
        total: formatMoney(total),
      })
    : worded(
        'Your order {number} for {total} was not paid in time, so we canceled it. Nothing was charged.',
        {
          number,
          total: formatMoney(total),
        },
      );
  return email(
    {
      subject: worded('Order {number} was canceled', { number }),
      preview: isByStaff
        ? worded('It was not paid, and nothing was charged.')
        : worded('It was not paid in time. Nothing was charged.'),
      title: worded('Order {number} was canceled', { number }),
      paragraphs: [
        why,
        worded('If you still want these services, order them again. It takes a few minutes.'),
      ],
      button: { label: isGuest ? worded('Go to products') : worded('View the order'), path },
      notes: [question(order)],
    },
    order,
  );
}

/**
 * For an order that staff placed, or that the customer requested by phone. Any holder of the link can pay it.
 */
export function orderLinkEmail(order: AboutOrder & { total: Cents; items: { name: string }[] }): Email {
  const { number, total, items, path } = order;
  return email(
    {
      subject: worded('Your order {number} is ready to pay', { number }),
      preview: worded('{total} for {names}.', {
        total: formatMoney(total),
        names: items.map(({ name }) => oneLine(name)).join(', '),
      }),
      title: worded('Your order {number} is ready to pay', { number }),
      paragraphs: [
        worded('We have prepared your order {number}: {names}.', {
          number,
          names: items.map(({ name }) => oneLine(name)).join(', '),
        }),
        worded('The total is {total}. You can check everything before you pay.', {
          total: formatMoney(total),
        }),
      ],
      button: { label: worded('Pay {total}', { total: formatMoney(total) }), path },
      notes: [
        worded(
          'If you did not ask us for this, ignore this email. An unpaid order is canceled automatically.',
        ),
        question(order),
      ],
    },
    order,
  );
}

/**
 * A paid booster that can no longer be granted. `increase`: what the boosters of the order would add to the
 * limit.
 */
export function boosterReturnedEmail(order: AboutOrder & { total: Cents; increase: Cents }): Email {
  const { number, total, increase, path } = order;
  return email(
    {
      subject: worded('We are returning your payment of {total}', { total: formatMoney(total) }),
      preview: worded('We could not raise your credit limit for order {number}.', { number }),
      title: worded('We are returning your payment of {total}', { total: formatMoney(total) }),
      paragraphs: [
        worded(
          'You paid {total} for your order {number}, which would have raised your credit limit by {increase}. Your account can no longer take that increase: it was closed, or its limit would go above $50,000.',
          { total: formatMoney(total), number, increase: formatMoney(increase) },
        ),
        worded(
          'So we canceled the order, and the full amount goes back to the card you paid with. {bankTime}',
          { bankTime },
        ),
      ],
      button: { label: worded('Go to your profile'), path },
      notes: [question(order)],
    },
    order,
  );
}

export type GivenBack = AboutOrder & { amount: Cents };

export function refundStartedEmail(order: GivenBack): Email {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: worded('Your refund of {amount} is on its way', { amount }),
      preview: worded('We started a refund for order {number}.', { number }),
      title: worded('Your refund of {amount} is on its way', { amount }),
      paragraphs: [
        worded(
          'We started a refund of {amount} for your order {number}. It goes to the card you paid with.',
          { amount, number },
        ),
        worded('We will email you again, with a credit note, when the money has been sent.'),
      ],
      button: { label: worded('View the invoice'), path },
      notes: [question(order)],
    },
    order,
  );
}

/** `limitFall`: by how much the refund of a booster lowers the credit limit; 0 for other orders. */
type Refunded = GivenBack & { isFull: boolean; creditNoteNumber: string; limitFall?: Cents };

export function refundedEmail(order: Refunded): Email {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: worded('We refunded {amount} for order {number}', { amount, number }),
      preview: worded('{bankTime} Your credit note is attached.', { bankTime }),
      title: worded('We refunded {amount}', { amount }),
      paragraphs: [
        order.isFull
          ? worded(
              'We refunded your order {number} in full: {amount}. The money goes to the card you paid with. {bankTime}',
              {
                number,
                amount,
                bankTime,
              },
            )
          : worded(
              'We refunded {amount} of your order {number}. The money goes to the card you paid with. {bankTime}',
              {
                number,
                amount,
                bankTime,
              },
            ),
        ...(order.limitFall ? [limitFallWords(order.limitFall, order.isFull)] : []),
        worded(
          'Credit note {creditNoteNumber} shows what was refunded. It goes with your invoice and is attached as a PDF.',
          {
            creditNoteNumber: order.creditNoteNumber,
          },
        ),
      ],
      button: { label: worded('View the credit note'), path },
      notes: [
        worded(
          'Refunds are made in US dollars, so the amount in your currency can differ from what you paid.',
        ),
        question(order),
      ],
    },
    order,
  );
}

/** `voidNumber`: of the voided credit note; null when none was issued. */
const limitFallWords = (limitFall: Cents, isFull: boolean): Message => {
  const fall = formatMoney(limitFall);
  return isFull
    ? worded(
        'Your credit limit goes down by {fall}: the refund reverses the increase from the booster in this order.',
        { fall },
      )
    : worded(
        'Your credit limit goes down by {fall}: a partial refund reverses the same share of the increase from the booster in this order, rounded down to the cent.',
        { fall },
      );
};

export function refundFailedEmail(order: GivenBack & { voidNumber: string | null }): Email {
  const [amount, { number, path, voidNumber }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: worded('Your refund of {amount} could not be completed', { amount }),
      preview: worded('The money is still with us. We will contact you about another way.'),
      title: worded('Your refund of {amount} could not be completed', { amount }),
      paragraphs: [
        worded(
          'We tried to refund {amount} for your order {number}, but the money could not be sent to your card. This happens when a card has been closed or replaced.',
          { amount, number },
        ),
        worded(
          'The money is still with us. We will contact you about another way to send it. You do not need to do anything now.',
        ),
        ...(voidNumber === null
          ? []
          : [
              worded('Credit note {voidNumber} is void. You will receive a new one with the next refund.', {
                voidNumber,
              }),
            ]),
      ],
      button: { label: worded('View the invoice'), path },
      notes: [question(order)],
    },
    order,
  );
}

export function disputeOpenedEmail(order: GivenBack): Email {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: worded('Your bank is reviewing {amount} of order {number}', { amount, number }),
      preview: worded('Your bank is holding the money until it decides.'),
      title: worded('Your bank is reviewing {amount}', { amount }),
      paragraphs: [
        worded(
          'Your bank told us that {amount} of your order {number} is disputed. It took the money back while it decides. This can take several weeks.',
          { amount, number },
        ),
        worded(
          'If you did not mean to dispute this payment, tell your bank. If something is wrong with the order, reply to this email: we can solve most problems faster.',
        ),
      ],
      button: { label: worded('View the invoice'), path },
      notes: [question(order)],
    },
    order,
  );
}

export function disputeWonEmail(order: GivenBack): Email {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: worded('The dispute about order {number} is closed', { number }),
      preview: worded('Your bank decided that the payment is valid.'),
      title: worded('The dispute is closed'),
      paragraphs: [
        worded(
          'Your bank decided that the payment of {amount} for your order {number} stands. It returned the money to us, so your card statement may show this amount again.',
          { amount, number },
        ),
      ],
      button: { label: worded('View the invoice'), path },
      notes: [question(order)],
    },
    order,
  );
}

export function disputeLostEmail(order: GivenBack): Email {
  const [amount, { number, path }] = [formatMoney(order.amount), order];
  return email(
    {
      subject: worded('The dispute about order {number} is closed', { number }),
      preview: worded('Your bank decided in your favor, and you keep the money.'),
      title: worded('The dispute is closed'),
      paragraphs: [
        worded(
          'Your bank decided that the {amount} of your order {number} stays with you. You do not need to do anything.',
          {
            amount,
            number,
          },
        ),
      ],
      button: { label: worded('View the invoice'), path },
      notes: [question(order)],
    },
    order,
  );
}
