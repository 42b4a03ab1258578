/** Samples of emails about orders, carts and messages with made-up data. */
import { cents } from '#kernel/money.ts';
import { saleCanceledEmail } from './cancellation.ts';
import { cartReminderEmail } from './cart.ts';
import { contactAnswer, contactReceived } from './contact.ts';
import * as emails from './order.ts';
import { type Receipt, receiptEmail } from './receipt.ts';
import type { EmailKind, SampleFacts, ShopEmailKind } from './samples.ts';

const items = [{ name: 'EIN filing' }, { name: 'Wyoming LLC' }];
const about = ({ at: _, ...to }: SampleFacts) => ({
  ...to,
  number: 'S-1001',
  path: '/invoices/inv_sample',
});
const refundOf = (facts: SampleFacts) => ({ ...about(facts), amount: cents(4_950) });
const total = cents(49_800);

type More = { increase?: number; productId?: string };

const receipt = (facts: SampleFacts, sum: number, more: More = {}) => receiptEmail(paid(facts, sum, more));

const paid = (
  { publicOrigin, company, firstName, at }: SampleFacts,
  sum: number,
  more: More = {},
): Receipt => ({
  publicOrigin,
  company,
  invoice: { number: 'INV-2026-00001', address: `${publicOrigin}/invoices/inv_sample` },
  items: [
    {
      productId: more.productId ?? 'ein-filing',
      name: more.increase === undefined ? 'EIN filing' : 'Booster',
      total: cents(sum),
      renewal: null,
      creditLimitIncrease: more.increase === undefined ? null : cents(more.increase),
    },
  ],
  order: {
    number: 'S-1001',
    paidAt: at,
    subtotal: cents(sum),
    discount: cents(0),
    discountCode: null,
    total: cents(sum),
    billing: {
      firstName,
      lastName: 'Mensah',
      email: 'kofi@example.com',
      country: 'GH',
      phone: '+233201234567',
      addressLine1: '12 Ring Road, Accra',
    },
  },
});

/** A monthly and a yearly subscription, with a discount. */
const subscribed = (facts: SampleFacts, discountCode: string | null) =>
  receiptEmail({
    ...paid(facts, 12_900),
    items: [monthly, yearly],
    order: { ...paid(facts, 12_900).order, subtotal: cents(13_900), discount: cents(1_000), discountCode },
  });
const monthly = {
  productId: 'us-business-address',
  name: 'US business address',
  total: cents(2_900),
  renewal: { period: 'month', price: cents(2_900) },
} as const;
const yearly = {
  productId: 'registered-agent',
  name: 'Registered agent',
  total: cents(11_000),
  renewal: { period: 'year', price: cents(11_000) },
} as const;

const cart =
  (number: 1 | 2) =>
  ({ at: _, ...to }: SampleFacts) =>
    cartReminderEmail({
      ...{ ...to, number, cartId: 'cart_sample' },
      items: [
        { name: 'EIN filing', price: cents(14_900), period: null },
        { name: 'US business address', price: cents(2_900), period: 'month' },
        { name: 'Registered agent', price: cents(11_000), period: 'year' },
      ],
    });

const canceled = (isGuest: boolean, isByStaff: boolean) => (facts: SampleFacts) =>
  emails.orderCanceledEmail({ ...about(facts), total, isGuest, isByStaff });

const orderSample = (
  title: string,
  sample: (facts: SampleFacts) => ReturnType<typeof receiptEmail>,
): EmailKind => ({
  group: 'Orders',
  title,
  samples: { Email: sample },
});

export const orderSamples: Record<ShopEmailKind, EmailKind> = {
  receipt: {
    group: 'Orders',
    title: 'Receipt of an order',
    samples: {
      'Paid by card': (facts) => receipt(facts, 14_900),
      'Nothing to pay': (facts) => receipt(facts, 0, { productId: 'us-business-address' }),
      'Subscriptions, with a code': (facts) => subscribed(facts, 'WELCOME10'),
      'Subscriptions, a discount without a code': (facts) => subscribed(facts, null),
      'A booster': (facts) => receipt(facts, 25_000, { increase: 25_000 }),
    },
  },
  cart_reminder: {
    group: 'Orders',
    title: 'Reminder of a cart',
    samples: { 'The first': cart(1), 'The second': cart(2) },
  },
  contact_received: orderSample('A message was received', ({ publicOrigin, company }) =>
    contactReceived({ publicOrigin, company }),
  ),
  contact_answer: orderSample('Answer to a message', ({ publicOrigin, company, firstName, at }) =>
    contactAnswer({
      ...{ publicOrigin, company, receivedAt: at },
      message: 'Do I need a visa to own a US company?',
      answer: `Hello ${firstName},\n\nno, you can own it from anywhere.`,
    }),
  ),
  order_completed: orderSample('The work is done', (facts) =>
    emails.orderCompletedEmail({ ...about(facts), items }),
  ),
  order_canceled: {
    group: 'Orders',
    title: 'An order was canceled',
    samples: {
      'Not paid in time, a customer': canceled(false, false),
      'Not paid in time, a guest': canceled(true, false),
      'By our team': canceled(false, true),
      'After it was paid': (facts) =>
        saleCanceledEmail({ ...refundOf(facts), subscriptions: ['US business address'] }),
      'After it was paid, without a refund': (facts) =>
        saleCanceledEmail({ ...refundOf(facts), amount: cents(0), subscriptions: [] }),
    },
  },
  order_link: orderSample('An order that our team placed, ready to pay', (facts) =>
    emails.orderLinkEmail({ ...about(facts), total, items }),
  ),
  refund_started: {
    group: 'Orders',
    title: 'A refund is on its way',
    samples: {
      'Of an order': (facts) => emails.refundStartedEmail(refundOf(facts)),
      'Of a booster that cannot be applied': (facts) =>
        emails.boosterReturnedEmail({ ...about(facts), total, increase: cents(25_000) }),
    },
  },
  refunded: {
    group: 'Orders',
    title: 'Refunded',
    samples: {
      'A part': (facts) =>
        emails.refundedEmail({ ...refundOf(facts), isFull: false, creditNoteNumber: 'CN-2026-00001' }),
      'In full': (facts) =>
        emails.refundedEmail({ ...refundOf(facts), isFull: true, creditNoteNumber: 'CN-2026-00001' }),
      'A part of a booster': (facts) =>
        emails.refundedEmail({
          ...refundOf(facts),
          isFull: false,
          creditNoteNumber: 'CN-2026-00001',
          limitFall: cents(12_500),
        }),
      'A booster in full': (facts) =>
        emails.refundedEmail({
          ...refundOf(facts),
          isFull: true,
          creditNoteNumber: 'CN-2026-00001',
          limitFall: cents(25_000),
        }),
    },
  },
  refund_failed: {
    group: 'Orders',
    title: 'A refund failed',
    samples: {
      'With a credit note': (facts) =>
        emails.refundFailedEmail({ ...refundOf(facts), voidNumber: 'CN-2026-00001' }),
      'Without one': (facts) => emails.refundFailedEmail({ ...refundOf(facts), voidNumber: null }),
    },
  },
  dispute_opened: orderSample('A dispute was opened', (facts) => emails.disputeOpenedEmail(refundOf(facts))),
  dispute_won: orderSample('A dispute was decided in our favor', (facts) =>
    emails.disputeWonEmail(refundOf(facts)),
  ),
  dispute_lost: orderSample('A dispute was decided in the buyer’s favor', (facts) =>
    emails.disputeLostEmail(refundOf(facts)),
  ),
};
