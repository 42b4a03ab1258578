/**
 * The operator's commands about people and their output. Each command is called as `tools/admin.ts` calls it.
 */
import { contract } from '#contract/contract.ts';
import { withAccounts } from '#server/accounts.ts';
import { aCustomer, logIn, withToken } from '#test/builders/customer.ts';
import { turnOnTwoFactor } from '#test/builders/second-factor.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { actingAs, aFullAdministrator, aReason } from '#test/builders/acting-administrator.ts';
import { emailsTo, tokenIn } from '#test/emails.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Options } from './admin-command.ts';
import { peopleCommands, peopleHelp } from './admin-people.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

let output = '';
let complained = '';
beforeEach(() => {
  output = '';
  complained = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const run = (command: string, words: string[] = [], options: Options = {}): Promise<number> | undefined =>
  peopleCommands[command]?.(withAccounts(shop.deps), words, options);

test('an administrator is invited by email, chooses a password, and has no rights before the second factor', async () => {
  const email = 'operator@example.com';
  expect(await run('create-admin', ['Operator@Example.com'], { name: 'Esi van der Berg' })).toBe(0);
  expect(output).toContain('Created the administrator. A link to set a password was emailed to ');
  await emailsTo(shop, email);
  expect(await run('create-admin', [email], { name: 'Esi van der Berg' })).toBe(0);
  expect(output).toContain('This administrator has no password yet.');
  const [older, newer] = await emailsTo(shop, email, 2);
  const set = (token: string) =>
    shop.call(contract.setPassword, {
      body: {
        password: 'an operator of many words',
        confirmPassword: 'an operator of many words',
        confirmToken: token,
      },
    });
  await expect(set(tokenIn(older, 'confirmToken'))).rejects.toMatchObject({ code: 'link_invalid' });
  const { data } = await set(tokenIn(newer, 'confirmToken'));
  const call = withToken(shop, data.accessToken);
  expect(await call(contract.me)).toMatchObject({ firstName: 'Esi', lastName: 'van der Berg', email });
  const row = await shop.db
    .selectFrom('app_user')
    .select(['role', 'two_factor_enabled_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  expect(row).toEqual({ role: 'owner', two_factor_enabled_at: null });
  await expect(run('create-admin', [email], { name: 'Esi Berg' })).rejects.toThrow(
    `${email} already has an account. Use another address for the administrator`,
  );
});

test("terminal actions are logged under the terminal's name", async () => {
  const { email, userId } = await aCustomer(shop);
  expect(await run('disable', [email])).toBe(0);
  expect(await run('enable', [email])).toBe(0);
  expect(await run('end-sessions', [email])).toBe(0);
  const entries = shop.db.selectFrom('audit_log').select(['actor_id', 'effective_id', 'action']);
  expect(
    await entries.where('object', '=', userId).where('action', '<>', 'log_in').orderBy('id').execute(),
  ).toEqual(
    ['account_disabled', 'account_enabled', 'sessions_ended'].map((action) => ({
      actor_id: 'terminal',
      effective_id: userId,
      action,
    })),
  );
});

test('a customer is never made an administrator', async () => {
  const { email } = await aCustomer(shop);
  await expect(run('create-admin', [email], { name: 'Ama Boateng' })).rejects.toThrow(
    'already has an account',
  );
  expect(await shop.db.selectFrom('app_user').select('role').where('email', '=', email).execute()).toEqual([
    { role: 'customer' },
  ]);
});

test('a grant is given, listed, and revoked', async () => {
  const [admin, customer] = [await aFullAdministrator(shop), await aCustomer(shop)];
  const answer = run('grant', [], {
    as: admin.email,
    for: customer.email,
    reason: aReason,
    code: admin.app.nextCode(),
    minutes: '10',
  });
  expect(await answer).toBe(0);
  expect(output).toContain(`${admin.email} can act as ${customer.email} until `);
  expect(output).toContain(`admin-as-user: true, user-id: ${customer.userId}, user-email: ${customer.email}`);
  const [grantId = ''] = /gra_[\w-]{22}/.exec(output) ?? [];
  const me = await fetch(`${shop.origin}/api/auth/me`, { headers: actingAs(admin, customer) });
  expect(await me.json()).toMatchObject({ id: customer.userId });
  output = '';
  expect(await run('grants')).toBe(0);
  expect(output).toMatch(
    new RegExp(`${grantId}  until .* UTC  ${admin.email} as ${customer.email}\n    .*: ${aReason}\n`),
  );
  expect(await run('revoke', [grantId])).toBe(0);
  expect(await run('revoke', [grantId])).toBe(2);
  output = '';
  await run('grants');
  expect(output).toContain(`${grantId}  ended  ${admin.email}`);
});

test('a customer is logged out, disabled, enabled again, and helped with a lost app', async () => {
  const person = await aCustomer(shop);
  await logIn(shop, person);
  expect(await run('end-sessions', [person.email])).toBe(0);
  expect(output).toBe(`Ended 2 sessions of ${person.email}.\n`);
  await expect(person.call(contract.me)).rejects.toMatchObject({ code: 'token_expired' });
  expect(await run('disable', [person.email])).toBe(0);
  await expect(logIn(shop, person)).rejects.toMatchObject({ code: 'login_failed' });
  expect(await run('enable', [person.email])).toBe(0);
  const newLogIn = await logIn(shop, person);
  await turnOnTwoFactor(shop, { ...person, ...newLogIn });
  await expect(logIn(shop, person)).rejects.toMatchObject({ code: 'two_factor_required' });
  expect(await run('reset-two-factor', [person.email])).toBe(0);
  await expect(newLogIn.call(contract.me)).rejects.toMatchObject({ code: 'token_expired' });
  await logIn(shop, person);
  const auditEntries = await shop.db
    .selectFrom('audit_log')
    .select('action')
    .where('object', '=', person.userId)
    .orderBy('id')
    .execute();
  expect(auditEntries.map(({ action }) => action).filter((action) => !action.startsWith('log_in'))).toEqual([
    'sessions_ended',
    'account_disabled',
    'account_enabled',
    'two_factor_started',
    'two_factor_on',
    'two_factor_reset',
  ]);
});

test.each<[string, string[], Options, string]>([
  ['create-admin', [], { name: 'A B' }, 'create-admin needs an email address'],
  ['create-admin', ['a@example.com'], { name: 'Prince' }, 'create-admin needs --name "FIRST LAST"'],
  ['create-admin', ['a@example.com'], {}, 'create-admin needs --name "FIRST LAST"'],
  ['grant', [], { as: 'a@example.com' }, 'grant needs --as ADMIN and --for CUSTOMER, both email addresses'],
  [
    'grant',
    [],
    { as: 'a@example.com', for: 'b@example.com', reason: aReason },
    'grant needs --reason TEXT and --code CODE',
  ],
  ['revoke', [], {}, 'revoke needs a grant'],
  ['revoke', ['gra_x'], {}, 'No active grant gra_x'],
  ['end-sessions', ['somebody'], {}, "Give the account's email address"],
  ['disable', [], {}, "Give the account's email address"],
])('%s %j is not understood', async (command, words, options, sentence) => {
  expect(await run(command, words, options)).toBe(2);
  expect(complained).toContain(sentence);
});

test('an unknown person is reported', async () => {
  await expect(run('disable', ['nobody@example.com'])).rejects.toThrow(
    'There is no account nobody@example.com',
  );
});

test('every command has a line in the help', () => {
  for (const command of Object.keys(peopleCommands)) expect(peopleHelp).toContain(`  ${command} `);
});
