/**
 * Actions that could lock the owner out require the password, and a code if the account has a second factor.
 * Over HTTP; the clock is moved.
 */
import { contract } from '#contract/contract.ts';
import { aCustomer, type Customer, logIn } from '#test/builders/customer.ts';
import { type Authenticator, turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const newPassword = 'ten red tricycles';

/** Logged in with a code, like any user with a second factor. */
async function aPersonWithApp(at: Shop = shop): Promise<Customer & { app: Authenticator }> {
  const person = await aCustomer(at);
  return { ...person, app: await turnOnTwoFactor(at, person) };
}

const withCode = (code: string | undefined) => (code === undefined ? {} : { code });

const changePassword = (person: Customer, password: string, code?: string, nextPassword = newPassword) =>
  person.call(contract.updatePassword, {
    body: {
      oldPassword: password,
      newPassword: nextPassword,
      confirmNewPassword: nextPassword,
      ...withCode(code),
    },
  });

const remove = (person: Customer, password: string, code?: string) =>
  person.call(contract.deleteAccount, { body: { password, ...withCode(code) } });

const actions = [
  { name: 'a new password', action: 'password_changed', attempt: changePassword },
  { name: 'the end of the account', action: 'account_deleted', attempt: remove },
];

describe.each(actions)('$name', ({ action, attempt }) => {
  const actionsOf = async (userId: string): Promise<string[]> =>
    (
      await shop.db
        .selectFrom('audit_log')
        .select('action')
        .where('effective_id', '=', userId)
        .orderBy('id')
        .execute()
    ).map((row) => row.action);

  test('needs no code while two-factor log-in is off', async () => {
    const person = await aCustomer(shop);
    await attempt(person, person.password);
    expect((await actionsOf(person.userId)).at(-1)).toBe(action);
  });

  test('is rejected without a code and with a wrong one, after the right password, and nothing changes', async () => {
    const person = await aPersonWithApp();
    await expect(attempt(person, 'not the password', person.app.nextCode())).rejects.toMatchObject({
      code: 'current_password_wrong',
    });
    await expect(attempt(person, person.password)).rejects.toMatchObject({
      status: 422,
      code: 'code_required',
      message: 'Enter the code from your authenticator app, or a recovery code',
    });
    await expect(attempt(person, person.password, '000000')).rejects.toMatchObject({
      status: 422,
      code: 'code_wrong',
      message: 'The code is incorrect',
    });
    await expect(attempt(person, person.password, ' ')).rejects.toMatchObject({
      status: 422,
      message: 'Code is required',
    });
    expect(await person.call(contract.me)).toMatchObject({ email: person.email });
    await expect(logIn(shop, person)).rejects.toMatchObject({ code: 'two_factor_required' });
    expect(await actionsOf(person.userId)).not.toContain(action);
  });

  test('accepts a code of the app, but no used one', async () => {
    const person = await aPersonWithApp();
    const code = person.app.nextCode();
    await shop.call(contract.login, { body: { email: person.email, password: person.password, code } });
    await expect(attempt(person, person.password, code)).rejects.toMatchObject({
      status: 422,
      code: 'code_wrong',
    });
    const next = person.app.nextCode();
    await attempt(person, person.password, ` ${next.slice(0, 3)} ${next.slice(3)}`);
    expect((await actionsOf(person.userId)).at(-1)).toBe(action);
    const secondLogIn = {
      email: person.email,
      password: action === 'password_changed' ? newPassword : person.password,
      code: next,
    };
    await expect(shop.call(contract.login, { body: secondLogIn })).rejects.toMatchObject({ status: 401 });
  });

  test('accepts a recovery code, which is used up and logged', async () => {
    const person = await aPersonWithApp();
    await attempt(person, person.password, person.app.recoveryCodes[3]);
    expect((await actionsOf(person.userId)).slice(-2)).toEqual(['recovery_code_used', action]);
    const unusedCodes = await shop.db
      .selectFrom('recovery_code')
      .select('used_at')
      .where('user_id', '=', person.userId)
      .execute();
    expect(unusedCodes.filter(({ used_at }) => used_at !== null)).toHaveLength(
      action === 'password_changed' ? 1 : 0,
    );
  });

  test('counts wrong codes like a log-in does, and delays too many attempts', async () => {
    const limited = await aShop({ runJobs: false, limits: { accounts: { wrongCodes: 3 } } });
    try {
      const person = await aPersonWithApp(limited);
      const code = person.app.nextCode();
      for (let count = 0; count < 3; count++)
        await expect(attempt(person, person.password, '000000')).rejects.toMatchObject({
          code: 'code_wrong',
        });
      await expect(attempt(person, person.password, '000000')).rejects.toMatchObject({
        status: 429,
        code: 'rate_limited',
      });
      await expect(attempt(person, person.password, code)).rejects.toMatchObject({ status: 429 });
      const entering = limited.call(contract.login, {
        body: { email: person.email, password: person.password, code },
      });
      await expect(entering, 'one count for both').rejects.toMatchObject({ status: 429 });
    } finally {
      await limited.stop();
    }
  });
});

test('a rejected new password does not use up the code', async () => {
  const person = await aPersonWithApp();
  const code = person.app.nextCode();
  await expect(changePassword(person, person.password, code, 'password1234')).rejects.toMatchObject({
    code: 'password_common',
  });
  await changePassword(person, person.password, code);
  expect((await emailsTo(shop, person.email, 2)).map(({ subject }) => subject)).toContain(
    'Your password was changed',
  );
});
