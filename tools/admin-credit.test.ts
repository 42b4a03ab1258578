/** The operator's credit commands and their output. Each command is called as `tools/admin.ts` calls it. */
import { contract } from '#contract/contract.ts';
import { readConfig } from '#server/settings/config.ts';
import { aBusiness, applyAs } from '#test/builders/business.ts';
import { buyOnCredit, issueHalf } from '#test/builders/credit-account.ts';
import { cents } from '#kernel/money.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureOutput } from '#test/capture-output.ts';
import type { Options } from './admin-command.ts';
import { creditCommands, creditHelp } from './admin-credit.ts';

let shop: Shop;
const config = readConfig({
  SESSION_SECRET: testSessionSecret,
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRETS: 'whsec_x',
  SMTP_URL: 'smtp://127.0.0.1:1',
});
beforeAll(async () => {
  shop = await aShop();
});
afterAll(() => shop.stop());

const { output, clear } = captureOutput();

async function run(
  command: string,
  words: string[] = [],
  options: Options = {},
): Promise<[code: number | undefined, said: string]> {
  clear();
  return [await creditCommands[command]?.(shop.deps, config, words, options), output().trim()];
}

const inReview = async () => {
  const person = await aBusiness(shop, { company: { phone: '+1 307 555 0142' } });
  await applyAs(person);
  return person;
};

test('the help lists every command', () => {
  for (const command of Object.keys(creditCommands)) expect(creditHelp).toContain(`  ${command} `);
});

test('an application waits in the queue with its review reasons, and is approved or declined', async () => {
  expect(await run('credit-queue')).toEqual([0, 'No applications in review.']);
  const [one, other] = [await inReview(), await inReview()];
  const [code, text] = await run('credit-queue');
  expect(code).toBe(0);
  expect(text).toContain(`"${one.email}"  "Harmattan Trading LLC"  EIN ending in ${one.ein.slice(-4)}`);
  expect(text).toContain(
    'phone_differs: The phone numbers in your profile, company and order are not the same.',
  );
  expect(text).toContain('2 in review. Decide within 30 days.');
  expect(await run('credit-approve', [one.email, '750'])).toEqual([
    0,
    `Approved ${one.email} with a limit of $750.00. The customer gets an email.`,
  ]);
  expect((await one.call(contract.me)).userCredits).toEqual({ availableCredit: 750, approvedCredit: 750 });
  await expect(run('credit-approve', [one.email])).rejects.toThrow('There is no application in review');
  expect((await run('credit-decline', [other.email, 'because']))[0]).toBe(2);
  expect((await run('credit-decline', [other.email, 'information_wrong', 'not_active_in_state']))[0]).toBe(0);
  expect(
    (await other.call(contract.readApplication)).application?.reasons.map((reason) => reason.code),
  ).toEqual(['information_wrong', 'not_active_in_state']);
  expect(await run('credit-queue')).toEqual([0, 'No applications in review.']);
});

test('a limit is changed, credit frozen and unfrozen, and a debt written off', async () => {
  const person = await aBusiness(shop);
  await applyAs(person);
  const reason = 'Two years of orders.';
  expect(await run('credit-limit', [person.email, '900.50'], { reason })).toEqual([
    0,
    `Changed the limit of ${person.email} from $500.00 to $900.50.`,
  ]);
  expect(await run('credit-limit', [person.email, '900.50'], { reason })).toEqual([
    0,
    `The limit of ${person.email} is already $900.50.`,
  ]);
  expect((await run('credit-limit', [person.email, '900.50']))[1]).toBe(
    'credit-limit needs --reason TEXT, which the customer sees',
  );
  for (const amount of ['-1', '0', '1.005', 'much', ''])
    expect((await run('credit-limit', [person.email, amount], { reason }))[0]).toBe(2);
  expect((await run('credit-freeze', [person.email], { reason: 'a question' }))[1]).toBe(
    `Froze the credit of ${person.email}. The customer gets an email.`,
  );
  expect((await run('credit-freeze', [person.email], { reason: 'a question' }))[1]).toBe(
    `Staff have already frozen ${person.email}.`,
  );
  expect(await run('credit-unfreeze', [person.email])).toEqual([
    0,
    `${person.email} can buy on credit again.`,
  ]);
  expect(await run('credit-unfreeze', [person.email])).toEqual([2, `${person.email} has no freeze by staff`]);
  const invoiceId = await issueHalf(shop, await buyOnCredit(shop, person.userId, cents(20_000)), 1);
  expect(await run('credit-write-off', [person.email])).toEqual([
    2,
    'credit-write-off needs an email address and --reason TEXT',
  ]);
  expect(await run('credit-write-off', [person.email], { reason })).toEqual([
    0,
    `Wrote off $100.00 and closed the account of ${person.email}. The customer gets an email.`,
  ]);
  expect(
    await shop.db.selectFrom('invoice').select('status').where('id', '=', invoiceId).executeTakeFirst(),
  ).toEqual({
    status: 'uncollectible',
  });
  await expect(run('credit-write-off', [person.email], { reason })).rejects.toThrow(
    'Nothing is owed on this account',
  );
  const entries = shop.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('effective_id', '=', person.userId);
  expect(await entries.where('actor_id', '=', 'terminal').orderBy('id').execute()).toEqual(
    ['credit_limit_changed', 'credit_frozen', 'credit_unfrozen', 'credit_written_off'].map((action) => ({
      action,
      actor_id: 'terminal',
    })),
  );
  await expect(run('credit-freeze', ['nobody@example.com'], { reason })).rejects.toThrow(
    'No account has the email address nobody@example.com',
  );
});
