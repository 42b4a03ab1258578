/**
 * A customer and an administrator do everything that involves secrets, with full logging. Afterwards no
 * secret appears in the log or in a stolen database.
 */
import { contract } from '#contract/contract.ts';
import { createLogger } from '#platform/logger.ts';
import { buyAs, intentOf, confirm, saveCard } from '#test/builders/buyer.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { actingAs, aFullAdministrator, grantImpersonation } from '#test/builders/acting-administrator.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpOf } from './a-dump.ts';

let shop: Shop;
let log = '';
beforeAll(async () => {
  const logger = createLogger('trace', {
    write: (line: string) => {
      log += line;
    },
  });
  shop = await aShop({ log: logger });
});
afterAll(() => shop.stop());

test('neither the log nor the database holds a password, a token, a code or a secret', async () => {
  const secrets: Record<string, string> = { password: 'canary-password-of-a-customer' };
  const person = await aCustomer(shop, { password: secrets.password ?? '' });
  const app = await turnOnTwoFactor(shop, person);
  const code = app.nextCode();
  const { data } = await shop.call(contract.login, {
    body: { email: person.email, password: person.password, code },
  });
  const [recovery = ''] = app.recoveryCodes;
  const byRecovery = await shop.call(contract.login, {
    body: { email: person.email, password: person.password, code: recovery },
  });
  Object.assign(secrets, { ofApp: app.secret, recovery, recoveryPlain: recovery.replace('-', '') });
  Object.assign(secrets, {
    access: data.accessToken,
    refresh: data.refreshToken,
    another: byRecovery.data.refreshToken,
  });
  await shop.call(contract.forgotPassword, { body: { email: person.email } });
  const isReset = ({ subject }: { subject: string }): boolean => subject === 'Set a new password';
  const email = await until('the reset email has come', async () =>
    (await emailsTo(shop, person.email)).find(isReset),
  );
  secrets.reset = tokenIn(email, 'resetToken');
  await saveCard(shop, person);
  const bought = await buyAs(person);
  secrets.client = bought.client_secret ?? '';
  secrets.card = '4242424242424242';
  await confirm(shop, intentOf(bought));
  const { content } = await person.call(contract.readArchive);
  secrets.archive = content.slice(0, 60);
  const admin = await aFullAdministrator(shop);
  await grantImpersonation(shop, admin, person);
  expect((await fetch(`${shop.origin}/api/auth/me`, { headers: actingAs(admin, person) })).status).toBe(200);
  secrets.ofAdministrator = admin.app.secret;
  await until(
    'every email has left',
    async () =>
      (await shop.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).length === 0,
  );

  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(9);
  const dump = await dumpOf(shop);
  expect(Object.values(dump).join('\n').length).toBeGreaterThan(10_000);
  expect(log).toContain('"route":"/api/auth/two-factor/confirmation"');
  const found = Object.entries(secrets).flatMap(([name, secret]) => [
    ...(log.includes(secret) ? [`${name} in the log`] : []),
    ...Object.entries(dump).flatMap(([table, text]) =>
      text.includes(secret) ? [`${name} in ${table}`] : [],
    ),
  ]);
  expect(found).toEqual([]);
});
