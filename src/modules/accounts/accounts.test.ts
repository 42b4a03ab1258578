/** The life of an account over HTTP: sign up, confirm, log in, change, leave. Emails come through the real mail server. */
import { contract } from '#contract/contract.ts';
import { aPassword, logIn } from '#test/a-customer.ts';
import { aShop, type Shop } from '#test/a-shop.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const form = (email: string) => ({
  firstName: 'Adwoa',
  lastName: 'Sarpong',
  userName: 'adwoa',
  email,
  phone: '+233 20 765 4321',
  password: aPassword,
  confirmPassword: aPassword,
  address: '4 Liberation Road',
  city: 'Accra',
  country: 'GH',
});

test('somebody registers, gets the link again at a log-in, confirms, logs in, and sees what was typed', async () => {
  expect(await shop.call(contract.register, { body: form('Adwoa@Example.com') })).toEqual({});
  const [email] = await emailsTo(shop, 'adwoa@example.com');
  expect(email?.subject).toBe('Please confirm your email address');
  await expect(logIn(shop, { email: 'adwoa@example.com', password: aPassword })).rejects.toMatchObject({
    status: 401,
    code: 'login_failed',
    message: 'Email or password is incorrect',
  });
  const [older = '', newer = ''] = (await emailsTo(shop, 'adwoa@example.com', 2)).map((each) => tokenIn(each, 'confirmToken'));
  await expect(shop.call(contract.confirmEmail, { body: { confirmToken: older } })).rejects.toMatchObject({ code: 'link_invalid' });
  expect(await shop.call(contract.confirmEmail, { body: { confirmToken: newer } })).toEqual({});
  const { call } = await logIn(shop, { email: ' ADWOA@example.com ', password: aPassword });
  expect(await call(contract.me)).toMatchObject({
    firstName: 'Adwoa',
    lastName: 'Sarpong',
    userName: 'adwoa',
    email: 'adwoa@example.com',
    phone: '+233 20 765 4321',
    address: '4 Liberation Road',
    city: 'Accra',
    country: 'GH',
    userCredits: { availableCredit: 0, approvedCredit: 0 },
    orders: [],
    ordersCursor: null,
    cart: null,
    factBusinessId: null,
    twoFactorEnabled: false,
  });
});
