/**
 * Email changes over HTTP: nothing changes until both addresses have confirmed, and responses never reveal
 * whether an address is known.
 */
import { contract } from '#contract/contract.ts';
import { ensureCustomer } from '#modules/payments/customers.ts';
import { amount } from '#test/amount.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { mailboxOf } from '#test/emails.ts';
import { stripeOf } from '#test/webhooks.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

let people = 0;
const anAddress = (): string => {
  people += 1;
  return `new-${people}@example.com`;
};
const ask = (person: Customer, email: string, password = person.password) =>
  person.call(contract.askEmailChange, { body: { email, password } });
const tokenTo = (address: string, nth = 1): Promise<string> =>
  until(`a link has come to ${address}`, async () => {
    const tokens = (await mailboxOf(shop, address)).flatMap(
      ({ text }) => /\/change-email\?confirmToken=(\S+)/.exec(text)?.[1] ?? [],
    );
    return tokens.length >= nth ? tokens.at(-1) : undefined;
  });
const agree = (confirmToken: string) => shop.call(contract.confirmEmailChange, { body: { confirmToken } });
const logIn = (email: string, password: string) => shop.call(contract.login, { body: { email, password } });
const subjectsTo = async (address: string) => (await mailboxOf(shop, address)).map(({ subject }) => subject);

test('both addresses confirm, in either order: the new one logs in, sessions end, and both are notified', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const person = await aCustomer(shop);
    const email = anAddress();
    await ask(person, email);
    const tokens = [await tokenTo(person.email), await tokenTo(email)] as const;
    expect(await agree(tokens[order[0]])).toEqual({ done: false });
    expect(await person.call(contract.readEmailChange)).toMatchObject({
      pending: { email, oldConfirmed: order[0] === 0, newConfirmed: order[0] === 1 },
    });
    expect((await person.call(contract.me)).email).toBe(person.email);
    expect(await agree(tokens[order[1]])).toEqual({ done: true });
    await expect(person.call(contract.me)).rejects.toMatchObject({ status: 401 });
    await expect(logIn(person.email, person.password)).rejects.toMatchObject({ code: 'login_failed' });
    expect(await logIn(email, person.password)).toMatchObject({ data: { accessToken: expect.any(String) } });
    for (const address of [person.email, email])
      await until(
        `${address} was notified`,
        async () => (await subjectsTo(address)).includes('Your email address was changed') || undefined,
      );
    await expect(agree(tokens[0])).rejects.toMatchObject({ code: 'link_invalid' });
    const entries = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('effective_id', '=', person.userId)
      .execute();
    const own = await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('object', '=', person.userId)
      .execute();
    expect([...entries, ...own].map(({ action }) => action)).toEqual(
      expect.arrayContaining(['email_change_asked', 'email_changed']),
    );
  }
});

test('the processor gets the new address too, even after an outage', async () => {
  const person = await aCustomer(shop);
  const customerRef = await ensureCustomer(shop.deps, person.userId);
  const email = anAddress();
  await ask(person, email);
  await shop.control('POST', '/control/fail-next', {
    where: 'before',
    how: '500',
    match: 'POST /v1/customers/*',
    // The client itself retries once. A second failure fails the job, which is retried after seconds.
    times: amount(1, 2),
  });
  for (const token of [await tokenTo(person.email), await tokenTo(email)]) await agree(token);
  await until('it was notified', async () => {
    const customer = await stripeOf(shop).customers.retrieve(customerRef);
    return !customer.deleted && customer.email === email;
  });
});

test('a wrong password changes nothing, and neither does the current address', async () => {
  const person = await aCustomer(shop);
  await expect(ask(person, anAddress(), 'not the password')).rejects.toMatchObject({
    code: 'current_password_wrong',
  });
  await expect(ask(person, ` ${person.email.toUpperCase()} `)).rejects.toMatchObject({
    status: 422,
    message: 'This is already your email address',
  });
  expect(await person.call(contract.readEmailChange)).toEqual({ pending: null });
});

test('an address with an account gets an explanation and no link; the requester learns nothing', async () => {
  const [person, other] = [await aCustomer(shop), await aCustomer(shop)];
  expect(await ask(person, other.email)).toEqual({});
  expect(await person.call(contract.readEmailChange)).toMatchObject({ pending: { email: other.email } });
  await until(
    'the owner was notified',
    async () => (await subjectsTo(other.email)).includes('You already have an account') || undefined,
  );
  expect(await agree(await tokenTo(person.email))).toEqual({ done: false });
  expect((await other.call(contract.me)).email).toBe(other.email);
  expect((await mailboxOf(shop, other.email)).map(({ text }) => text).join()).not.toContain('/change-email');
});

test('an account created with the address meanwhile is not touched', async () => {
  const person = await aCustomer(shop);
  const email = anAddress();
  await ask(person, email);
  const [old, fresh] = [await tokenTo(person.email), await tokenTo(email)];
  await aCustomer(shop, { email });
  await agree(old);
  await expect(agree(fresh)).rejects.toMatchObject({ status: 409, code: 'email_taken' });
  expect((await person.call(contract.me)).email).toBe(person.email);
});

test('a newer request voids the earlier links, and so does keeping the old address', async () => {
  const person = await aCustomer(shop);
  const [first, second] = [anAddress(), anAddress()];
  await ask(person, first);
  const stale = [await tokenTo(person.email), await tokenTo(first)];
  await ask(person, second);
  const fresh = [await tokenTo(person.email, 2), await tokenTo(second)];
  for (const token of stale) await expect(agree(token)).rejects.toMatchObject({ code: 'link_invalid' });
  await person.call(contract.cancelEmailChange);
  for (const token of fresh) await expect(agree(token)).rejects.toMatchObject({ code: 'link_invalid' });
  expect(await person.call(contract.readEmailChange)).toEqual({ pending: null });
});

test('the links expire after a day', async () => {
  const person = await aCustomer(shop);
  const email = anAddress();
  await ask(person, email);
  const tokens = [await tokenTo(person.email), await tokenTo(email)];
  shop.travel(25 * 3_600_000);
  for (const token of tokens) await expect(agree(token)).rejects.toMatchObject({ code: 'link_invalid' });
  shop.travel(-25 * 3_600_000);
});
