/**
 * The life of an account over HTTP: sign up, confirm, log in, change details, delete. Emails go through a
 * real mail server.
 */
import { contract } from '#contract/contract.ts';
import { aPassword, logIn } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { sha256 } from '#platform/keys.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

describe('an automatic confirmation', () => {
  const [mark, otherMark] = ['a'.repeat(32), 'b'.repeat(32)];
  const confirmedAt = async (email: string) =>
    (
      await shop.db
        .selectFrom('app_user')
        .select(['email_confirmed_at', 'registration_mark'])
        .where('email', '=', email)
        .executeTakeFirst()
    )?.email_confirmed_at;
  const linkOf = async (email: string, browserMark?: string): Promise<string> => {
    await shop.call(contract.register, { body: { ...form(email), ...(browserMark && { browserMark }) } });
    return tokenIn((await emailsTo(shop, email))[0], 'confirmToken');
  };
  const open = (confirmToken: string, browserMark?: string) =>
    shop.call(contract.confirmEmail, { body: { confirmToken, ...(browserMark && { browserMark }) } });
  const needsPress = { status: 409, code: 'confirmation_needs_press' };

  test('works with the marker of the registration, also with the link of a second email', async () => {
    await linkOf('marked@example.com', mark);
    await shop.call(contract.resendConfirmation, { body: { email: 'marked@example.com' } });
    const second = tokenIn((await emailsTo(shop, 'marked@example.com', 2))[1], 'confirmToken');
    expect(await open(second, mark)).toEqual({});
    expect(await confirmedAt('marked@example.com')).toBeInstanceOf(Date);
    expect(await open(second, otherMark), 'confirmed before').toEqual({});
  });

  test('with a foreign or missing marker confirms nothing and leaves the link to be clicked', async () => {
    for (const [email, registered] of [
      ['other-mark@example.com', otherMark],
      ['no-mark@example.com', undefined],
    ] as const) {
      const token = await linkOf(email, registered);
      await expect(open(token, mark)).rejects.toMatchObject(needsPress);
      expect(await confirmedAt(email)).toBeNull();
      expect(await open(token)).toEqual({});
      expect(await confirmedAt(email)).toBeInstanceOf(Date);
    }
  });

  test('stores only a hash, and only until the address is confirmed or registered again', async () => {
    const rowOf = (email: string) =>
      shop.db
        .selectFrom('app_user')
        .select('registration_mark')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
    const token = await linkOf('hashed@example.com', mark);
    expect((await rowOf('hashed@example.com')).registration_mark).toEqual(sha256(mark));
    await open(token, mark);
    expect((await rowOf('hashed@example.com')).registration_mark).toBeNull();
    await linkOf('again@example.com', mark);
    await shop.call(contract.register, { body: { ...form('again@example.com'), browserMark: otherMark } });
    await emailsTo(shop, 'again@example.com', 2);
    expect((await rowOf('again@example.com')).registration_mark).toBeNull();
  });
});

test('a customer registers, gets the link again at a log-in, confirms, logs in, and sees the details', async () => {
  expect(await shop.call(contract.register, { body: form('Adwoa@Example.com') })).toEqual({});
  const [email] = await emailsTo(shop, 'adwoa@example.com');
  expect(email?.subject).toBe('Please confirm your email address');
  await expect(logIn(shop, { email: 'adwoa@example.com', password: aPassword })).rejects.toMatchObject({
    status: 401,
    code: 'login_failed',
    message: 'Email or password is incorrect',
  });
  const [older = '', newer = ''] = (await emailsTo(shop, 'adwoa@example.com', 2)).map((each) =>
    tokenIn(each, 'confirmToken'),
  );
  await expect(shop.call(contract.confirmEmail, { body: { confirmToken: older } })).rejects.toMatchObject({
    code: 'link_invalid',
  });
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
