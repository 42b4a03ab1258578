/** What the purchase of a booster sends, how rejections read, and when a second click is a new purchase. */
import { CallError, type Client } from '#contract/client.ts';
import { emptyBilling } from '#web/features/cart/cart.ts';
import type { CardFields } from '#web/features/cards/card-fields.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readBought } from './booster.ts';
import { buyBooster } from './buy-booster.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const booster = {
  id: 'booster-250',
  title: 'Starter boost',
  price: 49,
  creditLimitIncrease: 250,
  description: '',
  bgColor: '#1f5c52',
};
const billing = {
  ...emptyBilling,
  ...{ firstName: 'Ama', lastName: 'Boateng', email: 'ama@example.com', confirmEmail: 'ama@example.com' },
  ...{ country: 'GH', phoneNumber: '+233 20 123 4567', address: '12 Ring Road' },
};
const { firstName, lastName, email, country } = billing;
const sentBilling = {
  firstName,
  lastName,
  email,
  phone: billing.phoneNumber,
  addressLine1: billing.address,
  country,
};

type StripeFailure = { type?: string; message?: string } | undefined;
const fieldsWithError = ({
  onSubmit,
  onConfirm,
}: {
  onSubmit?: StripeFailure;
  onConfirm?: StripeFailure;
}): CardFields =>
  ({
    elements: { submit: async () => ({ error: onSubmit }) },
    stripe: {
      confirmPayment: async () => ({ error: onConfirm }),
      handleNextAction: async () => ({ error: onConfirm }),
    },
  }) as unknown as CardFields;

function aStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

const placed = {
  orderId: 'ord_1',
  status: 'requires_confirmation',
  client_secret: 'pi_1_secret_2',
  total: 49,
};

function buyer(answer: () => Promise<unknown>, fields: CardFields, cardId: string | null = null) {
  vi.stubGlobal('window', { location: { origin: 'http://shop.example' } });
  const sent: { headers: Record<string, string>; body: unknown }[] = [];
  const call = ((_endpoint: unknown, request: (typeof sent)[number]) => {
    sent.push(request);
    return answer();
  }) as unknown as Client;
  const storage = aStorage();
  const press = (changes: object = {}) =>
    buyBooster({
      ...{
        call,
        storage,
        booster,
        billing: { ...billing, ...changes },
        signal: new AbortController().signal,
      },
      ...{ paymentMethod: { fields, cardId }, onStage: () => undefined },
    });
  return { press, sent, keys: () => sent.map(({ headers }) => headers['idempotency-key']) };
}

describe('the message shown', () => {
  test.each([
    [{ message: 'Your card number is incomplete.' }, 'Your card number is incomplete.'],
    [{}, 'error occurred'],
  ])('for invalid card fields: %o', async (onSubmit, message) => {
    const { press, sent } = buyer(async () => placed, fieldsWithError({ onSubmit }));
    expect(await press()).toEqual({ kind: 'refused', message });
    expect(sent).toEqual([]);
  });

  test.each([
    [{ type: 'card_error', message: 'Your card was declined.' }, 'Your card was declined.'],
    [{ type: 'card_error' }, 'Payment failed'],
  ])('for a failed payment: %o', async (onConfirm, message) => {
    const { press } = buyer(async () => placed, fieldsWithError({ onConfirm }));
    expect(await press()).toEqual({ kind: 'declined', message });
  });

  test('from the server is unchanged', async () => {
    const words = 'Your limit cannot rise above $50,000';
    const { press } = buyer(
      async () => Promise.reject(new CallError(409, 'credit_limit_highest', words)),
      fieldsWithError({}),
    );
    expect(await press()).toEqual({ kind: 'refused', message: words });
  });
});

describe('the request', () => {
  const paid = async () => ({ orderId: 'ord_1', status: 'paid', total: 49 });

  test('for a new card has no card, for a saved one its id', async () => {
    const fresh = buyer(paid, fieldsWithError({}));
    await fresh.press();
    expect(fresh.sent.map(({ body }) => body)).toEqual([
      { boosterIds: ['booster-250'], expectedTotal: 49, billingDetails: sentBilling },
    ]);
    const saved = buyer(paid, fieldsWithError({}), 'pm_1');
    expect(await saved.press()).toEqual({ kind: 'paid', orderId: 'ord_1' });
    expect(saved.sent[0]?.body).toMatchObject({ paymentMethodId: 'pm_1' });
  });

  test('keeps its key until it is paid, changes its content, or is ten minutes old', async () => {
    const declined = buyer(async () => placed, fieldsWithError({ onConfirm: { type: 'card_error' } }));
    await declined.press();
    await declined.press();
    await declined.press({ firstName: 'Akosua' });
    const [first, repeated, other] = declined.keys();
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] });
    await declined.press({ firstName: 'Akosua' });
    expect(declined.keys()[3]).not.toBe(other);
    const bought = buyer(paid, fieldsWithError({}));
    await bought.press();
    await bought.press();
    expect(new Set(bought.keys()).size).toBe(2);
  });

  test('with a declined saved card gets another key on the next click', async () => {
    const refused = async () =>
      Promise.reject(new CallError(402, 'card_declined', 'Your card was declined.'));
    const { press, keys } = buyer(refused, fieldsWithError({}), 'pm_1');
    expect(await press()).toEqual({ kind: 'declined', message: 'Your card was declined.' });
    await press();
    expect(new Set(keys()).size).toBe(2);
  });
});

test('only complete router state shows the success page', () => {
  const answer = {
    booster,
    orderId: 'ord_1',
    billing: { name: '', email: '', phone: '', addressLine1: '', country: '' },
  };
  expect(readBought(answer)).toEqual(answer);
  for (const state of [
    null,
    undefined,
    'x',
    {},
    { ...answer, booster: undefined },
    { ...answer, booster: { title: 'x' } },
    { ...answer, billing: null },
  ])
    expect(readBought(state)).toBeNull();
});
