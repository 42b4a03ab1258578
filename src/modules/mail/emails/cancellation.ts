/** The email about a paid order that staff canceled. */
import { type Cents, formatMoney } from '#kernel/money.ts';
import { type Message, worded } from '#kernel/language.ts';
import { bankTime } from '#content/order-words.ts';
import { plainEmail } from './account.ts';
import { type Email, oneLine } from './layout.ts';
import type { AboutOrder } from './order.ts';

type CanceledSale = AboutOrder & {
  /** The refunded amount; zero for none. */
  amount: Cents;
  /** The names of the subscriptions that end with it. */
  subscriptions: readonly string[];
};

export function saleCanceledEmail({ number, amount, subscriptions, path, ...to }: CanceledSale): Email {
  const money: Message =
    amount === 0
      ? worded('You will not be charged for it again.')
      : worded('{amount} goes back to the card you paid with. {bankTime}', {
          amount: formatMoney(amount),
          bankTime: { text: bankTime },
        });
  const ended = subscriptions.map((name) =>
    worded('{name} has ended. Your card will not be charged for it again.', { name: oneLine(name) }),
  );
  return plainEmail(
    {
      subject: worded('Order {number} was canceled', { number }),
      preview: money,
      title: worded('Order {number} was canceled', { number }),
      paragraphs: [
        worded('We canceled your order {number} and have stopped work on it.', { number }),
        money,
        ...ended,
      ],
      button: { label: worded('View the invoice'), path },
      notes: [
        worded('Questions about this order? Write to {ourEmail} and include the order number.', {
          ourEmail: to.company.email,
        }),
      ],
    },
    to,
  );
}
