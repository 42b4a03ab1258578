/** What the processor's response means, case by case. Numbers refer to the payment situations. */
import { cents } from '#kernel/money.ts';
import { describe, expect, test } from 'vitest';
import { type Facts, decideStatus, type PaymentStatus } from './rules.ts';

const agreed: Facts = {
  payment: { status: 'open', amount: 14_950, currency: 'usd', orderId: 'ord_1', request: {} },
  invoice: { status: 'draft', amount: 14_950 },
  intent: {
    state: 'succeeded',
    amount: cents(14_950),
    amountReceived: cents(14_950),
    currency: 'usd',
    orderId: 'ord_1',
    customerRef: null,
  },
};

test('the agreed amount pays the invoice', () =>
  expect(decideStatus(agreed)).toEqual({ status: 'succeeded', then: 'pay_invoice' }));

for (const [state, status] of [
  ['needs_card', 'open'],
  ['needs_action', 'requires_action'],
  ['processing', 'processing'],
  ['canceled', 'canceled'],
] as const) {
  test(`${state} at the processor is ${status} here, without further effect`, () => {
    expect(
      decideStatus({ ...agreed, intent: { ...agreed.intent, state, amountReceived: cents(0) } }),
    ).toEqual({
      status,
      then: 'nothing',
    });
  });
}

describe('5: a final payment', () => {
  for (const status of ['succeeded', 'canceled', 'duplicate', 'review'] as PaymentStatus[]) {
    for (const state of ['needs_card', 'processing', 'succeeded', 'canceled'] as const) {
      if (status === 'canceled' && state === 'succeeded') continue;
      test(`${status} stays ${status} when ${state} arrives late`, () => {
        expect(
          decideStatus({
            ...agreed,
            payment: { ...agreed.payment, status },
            intent: { ...agreed.intent, state },
          }),
        ).toEqual({
          status,
          then: 'nothing',
        });
      });
    }
  }
});

test('8: an abandoned payment that was paid after all pays its invoice', () => {
  expect(decideStatus({ ...agreed, payment: { ...agreed.payment, status: 'canceled' } })).toEqual({
    status: 'succeeded',
    then: 'pay_invoice',
  });
});

test('money for a written-off invoice still pays it', () => {
  expect(decideStatus({ ...agreed, invoice: { ...agreed.invoice, status: 'uncollectible' } })).toMatchObject({
    then: 'pay_invoice',
  });
});

describe('8: money for an invoice that needs no payment', () => {
  for (const status of ['paid', 'void'] as const) {
    test(`is refunded when the invoice is ${status}`, () => {
      expect(decideStatus({ ...agreed, invoice: { ...agreed.invoice, status } })).toEqual({
        status: 'duplicate',
        then: 'refund',
      });
    });
  }
});

describe('13: money other than agreed is parked', () => {
  const cases: [string, Partial<Facts['intent']>][] = [
    ['less', { amountReceived: cents(14_949) }],
    ['another intent amount', { amount: cents(60), amountReceived: cents(60) }],
    ['another currency', { currency: 'eur' }],
    ['another order', { orderId: 'ord_2' }],
    ['an unexpected customer', { customerRef: 'cus_1' }],
  ];
  for (const [what, change] of cases) {
    test(what, () =>
      expect(decideStatus({ ...agreed, intent: { ...agreed.intent, ...change } })).toMatchObject({
        status: 'review',
        then: 'alarm',
      }),
    );
  }
  test('an invoice of another amount than the payment', () => {
    expect(decideStatus({ ...agreed, invoice: { ...agreed.invoice, amount: 100 } })).toMatchObject({
      status: 'review',
    });
  });
});
