/** Options that `elements()` accepts, and the errors it throws for others. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { kindOfSecret, promisedDetails, readGroupOptions, refuseMissingDetails } from './options.ts';

const payment = { mode: 'payment', amount: 1099, currency: 'usd', allowedPaymentMethodTypes: ['card'] };

afterEach(() => vi.restoreAllMocks());

describe('elements() takes', () => {
  test('a payment with an amount', () =>
    expect(readGroupOptions(payment)).toMatchObject({
      mode: 'payment',
      amount: 1099,
      currency: 'usd',
      setupFutureUsage: null,
    }));
  test('a set-up without one', () =>
    expect(readGroupOptions({ mode: 'setup', currency: 'usd' })).toMatchObject({
      mode: 'setup',
      amount: null,
    }));
  test('a client secret alone', () =>
    expect(readGroupOptions({ clientSecret: 'pi_1_secret_2' })).toMatchObject({
      mode: null,
      clientSecret: 'pi_1_secret_2',
    }));
  test('an unknown option, with a warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    readGroupOptions({ ...payment, color: 'blue' });
    expect(warn).toHaveBeenCalledWith(
      'Unrecognized elements() parameter: color is not a recognized parameter.',
    );
  });
});

describe('elements() throws an IntegrationError for', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['the old paymentMethodTypes', { ...payment, paymentMethodTypes: ['card'] }],
    ['a zero amount', { ...payment, amount: 0 }],
    ['a negative amount', { ...payment, amount: -1 }],
    ['a fraction of a cent', { ...payment, amount: 10.99 }],
    ['no amount', { mode: 'payment', currency: 'usd' }],
    ['no currency', { mode: 'payment', amount: 1099 }],
    ['a currency in capitals', { ...payment, currency: 'USD' }],
    ['an unknown mode', { ...payment, mode: 'pay' }],
    ['a mode together with a client secret', { ...payment, clientSecret: 'pi_1_secret_2' }],
    ['an invalid client secret', { clientSecret: 'pi_1' }],
    ['an unknown future usage', { ...payment, setupFutureUsage: 'always' }],
    ['no types at all', { ...payment, allowedPaymentMethodTypes: [] }],
    ['types without cards', { ...payment, allowedPaymentMethodTypes: ['link'] }],
  ];
  for (const [title, options] of cases) {
    test(title, () =>
      expect(() => readGroupOptions(options)).toThrow(expect.objectContaining({ name: 'IntegrationError' })),
    );
  }
});

describe('billing details that the Element never collects', () => {
  const never = { fields: { billingDetails: { name: 'never', email: 'never' } } };

  test('must be sent with the confirmation', () => {
    expect(() => refuseMissingDetails(never, { name: 'Kofi' }, 'confirmPayment')).toThrow(
      'billing_details.email',
    );
    expect(() =>
      refuseMissingDetails(never, { name: 'Kofi', email: 'kofi@example.com' }, 'confirmPayment'),
    ).not.toThrow();
  });
  test('require every part of the address when the whole address is "never"', () => {
    expect(promisedDetails({ fields: { billingDetails: { address: 'never' } } })).toHaveLength(6);
    expect(promisedDetails({ fields: { billingDetails: { address: { postalCode: 'never' } } } })).toEqual([
      'address.postal_code',
    ]);
    expect(promisedDetails({ fields: { billingDetails: 'never' } })).toHaveLength(9);
    expect(promisedDetails({ fields: { billingDetails: 'auto' } })).toEqual([]);
  });
});

test('a secret identifies its kind of intent by its format', () => {
  expect([
    kindOfSecret('pi_1_secret_2'),
    kindOfSecret('seti_1_secret_2'),
    kindOfSecret('pi_1'),
    kindOfSecret(null),
  ]).toEqual(['payment', 'setup', null, null]);
});
