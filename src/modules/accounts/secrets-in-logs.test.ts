/**
 * A canary: calls every accounts endpoint with recognizable secrets, logs everything, and expects none of
 * them in the log.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { createLogger } from '#platform/logger.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';

let shop: Shop;
let log = '';
const logger = createLogger('trace', {
  write: (line: string) => {
    log += line;
  },
});
beforeAll(async () => {
  shop = await aShop({ log: logger });
});
afterAll(() => shop.stop());

const old = 'canary-password-of-yesterday';
const fresh = 'canary-password-of-today';

test('the log never contains a password, token, proof, or hash, after any request or outcome', async () => {
  const secrets = [old, fresh];
  const { email, userId, call, accessToken, refreshToken } = await aCustomer(shop, { password: old });
  const failing = (call: Promise<unknown>) => call.catch(() => undefined);
  const tokens = await shop.call(contract.refreshToken, { body: { refreshToken } });
  secrets.push(accessToken, refreshToken, tokens.accessToken, tokens.refreshToken);
  await failing(shop.call(contract.login, { body: { email, password: `${old}!` } }));
  await call(contract.updatePassword, {
    body: { oldPassword: old, newPassword: fresh, confirmNewPassword: fresh },
  });
  await shop.call(contract.forgotPassword, { body: { email } });
  const emails = await emailsTo(shop, email, 2);
  const resetToken = tokenIn(
    emails.find(({ subject }) => subject === 'Set a new password'),
    'resetToken',
  );
  secrets.push(resetToken);
  await failing(
    shop.call(contract.resetPassword, { body: { password: old, confirmPassword: fresh, resetToken } }),
  );
  await shop.call(contract.resetPassword, { body: { password: old, confirmPassword: old, resetToken } });
  await failing(
    shop.call(contract.resetPassword, { body: { password: old, confirmPassword: old, resetToken } }),
  );
  const { data } = await shop.call(contract.login, { body: { email, password: old } });
  secrets.push(data.accessToken, data.refreshToken);
  let stolen = data.refreshToken;
  for (let times = 0; times < 2; times += 1)
    ({ refreshToken: stolen } = await shop.call(contract.refreshToken, { body: { refreshToken: stolen } }));
  await failing(shop.call(contract.refreshToken, { body: { refreshToken: data.refreshToken } }));
  await shop.call(contract.logout, { body: { refreshToken: stolen } });
  await fetch(`${shop.origin}/reset-password?resetToken=${resetToken}`);
  await fetch(`${shop.origin}/api/auth/me?token=${accessToken}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { password_hash: hash } = await shop.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  secrets.push(
    hash ?? '',
    ...secrets.flatMap((secret) => secret.split('.').filter((part) => part.length >= 40)),
  );
  expect(log).toContain('a used refresh token was presented again');
  expect(log).toContain('"route":"/api/auth/login"');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(log, 'nor is anybody’s address').not.toContain(email);
});

test('secrets logged by mistake are masked', async () => {
  const { accessToken, refreshToken } = await aCustomer(shop, { password: fresh });
  const [, , proof = ''] = refreshToken.split('.');
  const hash = await shop.deps.passwords.hash(fresh);
  log = '';
  logger.error(
    {
      oldPassword: fresh,
      body: {
        newPassword: fresh,
        confirmNewPassword: fresh,
        nested: { confirmPassword: fresh, password_hash: hash },
      },
      text: JSON.stringify({ password: fresh, refreshToken }),
      url: `/set-password?confirmToken=${proof}&x=1`,
      said: `Bearer ${accessToken} and ${accessToken} and ${refreshToken} and ${hash}`,
      two_factor_secret: 'JBSWY3DPEHPK3PXP',
    },
    'a mistake',
  );
  expect(log).toContain('a mistake');
  for (const secret of [fresh, accessToken, refreshToken, proof, hash, 'JBSWY3DPEHPK3PXP'])
    expect(log).not.toContain(secret);
  expect(log).toContain('x=1');
});
