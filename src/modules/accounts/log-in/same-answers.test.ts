/**
 * Responses never reveal whether an address has an account: they are identical to the last header, and cost
 * the same number of statements and hashes. Timing is measured by `npm run lab -- bench:log-in`, never by a
 * test.
 */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { anAccount, aPassword } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { cheapPasswords } from '#test/secrets.ts';
import { withAccounts } from '#server/accounts.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import { defaultLimits } from '#modules/accounts/limits/service.ts';
import * as logIn from './service.ts';
import * as registration from '#modules/accounts/registration/service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ runJobs: false });
});
afterAll(() => shop.stop());

let existing: { confirmed: string; unconfirmed: string; disabled: string; withoutPassword: string };
const unknown = 'nobody-has-this@example.com';
beforeEach(async () => {
  const [confirmed, unconfirmed, disabled, withoutPassword] = await Promise.all([
    anAccount(shop),
    anAccount(shop, { confirmed: false }),
    anAccount(shop),
    anAccount(shop),
  ]);
  await shop.db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where('id', '=', disabled.userId)
    .execute();
  const none = { password_hash: null, password_changed_at: null };
  await shop.db.updateTable('app_user').set(none).where('id', '=', withoutPassword.userId).execute();
  existing = {
    confirmed: confirmed.email,
    unconfirmed: unconfirmed.email,
    disabled: disabled.email,
    withoutPassword: withoutPassword.email,
  };
});

const form = (email: string) => ({
  firstName: 'Kwame',
  lastName: 'Mensah',
  userName: 'kwame',
  email,
  phone: '+233 20 765 4321',
  password: aPassword,
  confirmPassword: aPassword,
  address: '4 Liberation Road',
  city: 'Accra',
  country: 'GH',
});

/** Everything the client sees, except the request ID and the time of day. */
async function seen(
  path: string,
  body: object,
): Promise<{ status: number; headers: [string, string][]; body: string }> {
  const answer = await fetch(`${shop.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status: answer.status, headers, body: await answer.text() };
}

test('register, forgot and resend answer every address the same', async () => {
  const questions = {
    [contract.register.path]: form,
    [contract.forgotPassword.path]: (email: string) => ({ email }),
    [contract.resendConfirmation.path]: (email: string) => ({ email }),
  };
  for (const [path, bodyFor] of Object.entries(questions)) {
    const forUnknown = await seen(path, bodyFor(unknown));
    expect(forUnknown).toMatchObject({ status: 200, body: '{}' });
    for (const email of Object.values(existing))
      expect(await seen(path, bodyFor(email)), `${path} ${email}`).toEqual(forUnknown);
  }
});

test('a wrong password gets the same error for every address, and so does a right one for a closed account', async () => {
  const attempt = (email: string, password = 'not the password') =>
    seen(contract.login.path, { email, password });
  const forUnknown = await attempt(unknown);
  expect(forUnknown).toMatchObject({ status: 401, body: '"Email or password is incorrect"' });
  for (const email of Object.values(existing)) expect(await attempt(email), email).toEqual(forUnknown);
  expect(await attempt(existing.disabled, aPassword)).toEqual(forUnknown);
  expect(await attempt(existing.withoutPassword, aPassword)).toEqual(forUnknown);
  expect(
    await attempt(existing.unconfirmed, aPassword),
    'the person who registered it would learn that it was free',
  ).toEqual(forUnknown);
});

/** The shop's services with database statements and password hashes counted. */
function counted(): { deps: AccountDeps; work: () => { statements: string[]; hashes: number } } {
  const statements: string[] = [];
  let hashes = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const passwords = cheapPasswords(() => {
    hashes += 1;
  });
  const deps = withAccounts({ ...shop.deps, passwords, db: shop.db.withPlugin(counting) }, defaultLimits);
  return { deps, work: () => ({ statements, hashes }) };
}

test('a log-in costs one hash and the same statements for every address that it rejects', async () => {
  const costOf = async (email: string, password = 'not the password') => {
    const { deps, work } = counted();
    await logIn.logIn(deps, { email, password }).catch(() => undefined);
    return work();
  };
  const forUnknown = await costOf(unknown);
  expect(forUnknown.hashes).toBe(1);
  expect(forUnknown.statements.slice(0, 2), 'the limits, and one look for the address').toEqual([
    'RawNode',
    'SelectQueryNode',
  ]);
  for (const email of Object.values(existing)) expect(await costOf(email), email).toEqual(forUnknown);
  expect(await costOf(existing.unconfirmed, aPassword)).toEqual(forUnknown);
});

test('register, forgot and resend cost the same for every address: the difference is in the job', async () => {
  const questions: Record<string, [number, (deps: AccountDeps, email: string) => Promise<unknown>]> = {
    register: [1, (deps, email) => registration.register(deps, form(email))],
    forgot: [0, registration.forgotPassword],
    resend: [0, registration.resendConfirmation],
  };
  for (const [name, [hashes, question]] of Object.entries(questions)) {
    const costOf = async (email: string) => {
      const { deps, work } = counted();
      await question(
        { ...deps, accountLimits: { ...defaultLimits, registrationsPerHour: 100, emailsPerHour: 100 } },
        email,
      );
      return work();
    };
    const forUnknown = await costOf(unknown);
    expect(forUnknown.hashes).toBe(hashes);
    expect(forUnknown.statements).toContain('InsertQueryNode');
    for (const email of Object.values(existing))
      expect(await costOf(email), `${name} ${email}`).toEqual(forUnknown);
  }
});

const emails = async (email: string): Promise<string[]> =>
  (
    await shop.db
      .selectFrom('mail')
      .select('kind')
      .where('to_address', '=', email)
      .orderBy('created_at')
      .execute()
  ).map(({ kind }) => kind);

/** Does the work of the queued jobs. */
async function answerAll(deps: AccountDeps, email: string): Promise<void> {
  const requests = await shop.db
    .selectFrom('account_request')
    .select('id')
    .where('email', '=', email)
    .orderBy('created_at')
    .execute();
  for (const { id } of requests) await registration.answer(deps, id);
}

test('too many email requests get the same answer, and no email', async () => {
  const limited = withAccounts(shop.deps, { ...defaultLimits, emailsPerHour: 0, emailsPerAddressPerHour: 3 });
  for (let count = 0; count < 6; count += 1)
    expect(await registration.forgotPassword(limited, existing.confirmed)).toEqual({});
  await answerAll(limited, existing.confirmed);
  expect(await emails(existing.confirmed)).toEqual(Array(3).fill('reset_password'));
  const limitedAccounts = withAccounts(shop.deps, {
    ...defaultLimits,
    emailsPerHour: 1,
    emailsPerAddressPerHour: 3,
  });
  for (const email of [existing.unconfirmed, existing.disabled])
    expect(await registration.forgotPassword(limitedAccounts, email)).toEqual({});
  expect(
    await shop.db.selectFrom('account_request').select('id').where('email', '=', existing.disabled).execute(),
  ).toEqual([]);
});

test("unsent emails requested by strangers do not use up the owner's limit", async () => {
  const limited = withAccounts(shop.deps, { ...defaultLimits, emailsPerHour: 0, emailsPerAddressPerHour: 3 });
  for (let count = 0; count < 6; count += 1) {
    await registration.resendConfirmation(limited, existing.confirmed);
    await registration.forgotPassword(limited, 'soon-here@example.com');
  }
  await registration.forgotPassword(limited, existing.confirmed);
  await answerAll(limited, existing.confirmed);
  expect(await emails(existing.confirmed)).toEqual(['reset_password']);
  const unlimited = { ...limited, accountLimits: { ...limited.accountLimits, registrationsPerHour: 0 } };
  await registration.register(unlimited, form('soon-here@example.com'));
  await answerAll(unlimited, 'soon-here@example.com');
  expect(await emails('soon-here@example.com')).toEqual(['confirm_email']);
});
