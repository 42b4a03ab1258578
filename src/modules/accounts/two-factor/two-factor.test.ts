/**
 * Two-factor log-in over HTTP: turned on, requested, consumed, lost, turned off. The clock moves instead of
 * waiting.
 */
import { contract } from '#contract/contract.ts';
import { aCustomer, anAdministrator, logIn } from '#test/builders/customer.ts';
import { createKeys } from '#platform/keys.ts';
import { codeOf, stepMs, turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

type Credentials = { email: string; password: string };
const logInWith = ({ email, password }: Credentials, code?: string) =>
  shop.call(contract.login, { body: { email, password, ...(code === undefined ? {} : { code }) } });

const factorsOf = async (userId: string): Promise<unknown[]> =>
  (
    await shop.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('effective_id', '=', userId)
      .where('action', 'in', ['log_in', 'log_in_failed'])
      .orderBy('id')
      .execute()
  ).map(({ action, detail }) => [action, (detail as { factor: string }).factor]);

test('once enabled, a log-in needs a code of the app, and each code opens one session', async () => {
  const person = await aCustomer(shop);
  expect((await person.call(contract.me)).twoFactorEnabled).toBe(false);
  const app = await turnOnTwoFactor(shop, person);
  expect((await person.call(contract.me)).twoFactorEnabled).toBe(true);
  expect((await emailsTo(shop, person.email)).map(({ subject }) => subject)).toEqual([
    'Two-factor log-in is on',
  ]);

  await expect(logInWith(person)).rejects.toMatchObject({
    status: 401,
    code: 'two_factor_required',
    message: 'Enter the code from your authenticator app',
  });
  await expect(logInWith(person, '000000')).rejects.toMatchObject({
    status: 401,
    code: 'two_factor_wrong',
    message: 'The code is incorrect',
  });
  const code = app.nextCode();
  await expect(logInWith({ ...person, password: 'not the password' }, code)).rejects.toMatchObject({
    code: 'login_failed',
  });
  expect(await logInWith(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toHaveProperty(
    'data.accessToken',
  );
  await expect(logInWith(person, code)).rejects.toMatchObject({ code: 'two_factor_wrong' });
  await expect(
    logInWith(person, codeOf(app.secret, new Date(shop.deps.clock.now().getTime() - stepMs))),
  ).rejects.toMatchObject({
    code: 'two_factor_wrong',
  });
  expect(await factorsOf(person.userId)).toEqual([
    ['log_in', 'password'],
    ['log_in_failed', 'second factor'],
    ['log_in_failed', 'password'],
    ['log_in', 'app'],
    ['log_in_failed', 'second factor'],
    ['log_in_failed', 'second factor'],
  ]);
});

test('turning it on ends every log-in that a password alone had opened, but the one that gave the code', async () => {
  const admin = await anAdministrator(shop);
  const other = await logIn(shop, admin);
  await turnOnTwoFactor(shop, admin);
  await expect(other.call(contract.me)).rejects.toMatchObject({ status: 401, code: 'token_expired' });
  await expect(
    shop.call(contract.refreshToken, { body: { refreshToken: other.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 });
  expect(await admin.call(contract.me)).toMatchObject({ twoFactorEnabled: true });
  const rows = await shop.db.selectFrom('session').selectAll().where('user_id', '=', admin.userId).execute();
  expect(rows.filter((row) => row.second_factor_at !== null).map(({ id }) => id)).toEqual([
    admin.refreshToken.split('.')[0],
  ]);
});

test('a secret whose key is lost leaves the recovery codes usable', async () => {
  const person = await aCustomer(shop);
  const app = await turnOnTwoFactor(shop, person);
  const otherKeys = createKeys([Buffer.alloc(32, 7).toString('base64url')]);
  const two_factor_secret = otherKeys.seal(
    'two-factor',
    ['app_user', 'two_factor_secret', person.userId],
    app.secret,
  );
  await shop.db.updateTable('app_user').set({ two_factor_secret }).where('id', '=', person.userId).execute();
  await expect(logInWith(person, app.nextCode())).rejects.toMatchObject({ code: 'two_factor_wrong' });
  expect(await logInWith(person, app.recoveryCodes[0])).toHaveProperty('data.accessToken');
});

test('of ten concurrent log-ins with one code, one succeeds', async () => {
  const person = await aCustomer(shop);
  const app = await turnOnTwoFactor(shop, person);
  const code = app.nextCode();
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => logInWith(person, code)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a recovery code works once and for its owner only, and its use is emailed', async () => {
  const [person, other] = [await aCustomer(shop), await aCustomer(shop)];
  const [app, others] = [await turnOnTwoFactor(shop, person), await turnOnTwoFactor(shop, other)];
  expect(app.recoveryCodes).toHaveLength(10);
  expect(new Set([...app.recoveryCodes, ...others.recoveryCodes]).size).toBe(20);
  for (const code of app.recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const [first = '', second = ''] = app.recoveryCodes;
  await expect(logInWith(person, others.recoveryCodes[0])).rejects.toMatchObject({
    code: 'two_factor_wrong',
  });
  const attempts = await Promise.allSettled(
    Array.from({ length: 5 }, () => logInWith(person, first.toLowerCase())),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await emailsTo(shop, person.email, 2)).map(({ subject }) => subject)).toContain(
    'A recovery code was used',
  );

  const { recoveryCodes } = await person.call(contract.renewRecoveryCodes, {
    body: { password: person.password, code: app.nextCode() },
  });
  await expect(logInWith(person, second)).rejects.toMatchObject({ code: 'two_factor_wrong' });
  expect(await logInWith(person, recoveryCodes[9])).toHaveProperty('data.refreshToken');
});

test('turning it off needs the password and a code, and then the password alone logs in', async () => {
  const person = await aCustomer(shop);
  const app = await turnOnTwoFactor(shop, person);
  const remove = (body: { password: string; code: string }) =>
    person.call(contract.removeTwoFactor, { body });
  await expect(remove({ password: 'not the password', code: app.nextCode() })).rejects.toMatchObject({
    status: 422,
    code: 'current_password_wrong',
  });
  await expect(remove({ password: person.password, code: '12345' })).rejects.toMatchObject({
    status: 422,
    code: 'code_wrong',
  });
  expect(await remove({ password: person.password, code: app.recoveryCodes[0] ?? '' })).toEqual({});
  await expect(remove({ password: person.password, code: app.nextCode() })).rejects.toMatchObject({
    status: 409,
    code: 'two_factor_off',
  });
  expect(await logInWith(person)).toHaveProperty('data.accessToken');
  expect((await emailsTo(shop, person.email, 3)).map(({ subject }) => subject)).toContain(
    'Two-factor log-in is off',
  );
});

test('an administrator cannot turn it off', async () => {
  const admin = await anAdministrator(shop);
  const app = await turnOnTwoFactor(shop, admin);
  const removal = admin.call(contract.removeTwoFactor, {
    body: { password: admin.password, code: app.nextCode() },
  });
  await expect(removal).rejects.toMatchObject({
    status: 409,
    message: 'Team members cannot turn off two-factor log-in',
  });
});

test('a secret is inactive until its first code is entered, and a restart makes another one', async () => {
  const person = await aCustomer(shop);
  const start = (password: string) => person.call(contract.startTwoFactor, { body: { password } });
  await expect(person.call(contract.confirmTwoFactor, { body: { code: '123456' } })).rejects.toMatchObject({
    code: 'two_factor_off',
  });
  await expect(start('not the password')).rejects.toMatchObject({ code: 'current_password_wrong' });
  const older = await start(person.password);
  const newer = await start(person.password);
  expect(older.secret).not.toBe(newer.secret);
  expect(newer.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newer.uri).toBe(
    `otpauth://totp/Stateside:${encodeURIComponent(person.email)}?issuer=Stateside&secret=${newer.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(await logInWith(person)).toHaveProperty('data.accessToken');
  const now = shop.deps.clock.now();
  await expect(
    person.call(contract.confirmTwoFactor, { body: { code: codeOf(older.secret, now) } }),
  ).rejects.toMatchObject({
    status: 422,
    code: 'code_wrong',
  });
  await person.call(contract.confirmTwoFactor, {
    body: { code: codeOf(newer.secret, shop.deps.clock.now()) },
  });
  await expect(start(person.password)).rejects.toMatchObject({ status: 409, code: 'two_factor_on' });
});

test('the database stores no plain secret or code, and a sealed secret opens only in its own row', async () => {
  const [person, other] = [await aCustomer(shop), await aCustomer(shop)];
  const app = await turnOnTwoFactor(shop, person);
  await turnOnTwoFactor(shop, other);
  const rows = await shop.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', 'in', [person.userId, other.userId])
    .execute();
  const codes = await shop.db
    .selectFrom('recovery_code')
    .selectAll()
    .where('user_id', '=', person.userId)
    .execute();
  const dump = JSON.stringify([rows, codes]);
  for (const secret of [
    app.secret,
    ...app.recoveryCodes,
    ...app.recoveryCodes.map((code) => code.replace('-', '')),
  ])
    expect(dump).not.toContain(secret);
  const sealed = rows.find(({ id }) => id === person.userId)?.two_factor_secret ?? '';
  expect(() =>
    shop.deps.keys.open('two-factor', ['app_user', 'two_factor_secret', other.userId], sealed),
  ).toThrow();
});

test.each([{ wrongCodes: 3 }, { wrongCodesOfAll: 3 }])(
  'code attempts after a correct password are limited: %o',
  async (accounts) => {
    const limited = await aShop({ runJobs: false, limits: { accounts } });
    try {
      const person = await aCustomer(limited);
      const app = await turnOnTwoFactor(limited, person);
      const attempt = (code: string) =>
        limited.call(contract.login, { body: { email: person.email, password: person.password, code } });
      for (let count = 0; count < 7; count++) {
        if (count >= 3) limited.travel(10_000);
        await expect(attempt('000000')).rejects.toMatchObject({ code: 'two_factor_wrong' });
      }
      await expect(attempt(codeOf(app.secret, limited.deps.clock.now()))).rejects.toMatchObject({
        status: 429,
        code: 'rate_limited',
      });
      limited.travel(60_000);
      expect(await attempt(codeOf(app.secret, limited.deps.clock.now()))).toHaveProperty('data.accessToken');
      await expect(logIn(limited, person)).rejects.toMatchObject({ code: 'two_factor_required' });
    } finally {
      await limited.stop();
    }
  },
);

test('a session thief and a stranger with the password cannot delay the owner', async () => {
  const limited = await aShop({
    runJobs: false,
    limits: { accounts: { wrongCodes: 3, wrongCodesOfAll: 25 }, trustedProxies: 1 },
  });
  try {
    const person = await aCustomer(limited);
    const app = await turnOnTwoFactor(limited, person);
    for (let count = 0; count < 5; count++)
      await expect(
        person.call(contract.confirmTwoFactor, { body: { code: '000000' } }),
      ).rejects.toMatchObject({ code: 'two_factor_on' });
    const from = (client: string, code: string) =>
      fetch(`${limited.origin}${contract.login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
        body: JSON.stringify({ email: person.email, password: person.password, code }),
      });
    for (let count = 0; count < 6; count++)
      expect([401, 429]).toContain((await from('198.51.100.7', '000000')).status);
    expect(
      (await from('203.0.113.9', codeOf(app.secret, new Date(limited.deps.clock.now().getTime() + stepMs))))
        .status,
    ).toBe(200);
  } finally {
    await limited.stop();
  }
});
