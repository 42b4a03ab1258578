/**
 * Month-end reporting: the seven variables of each account, the file, the email, and the operator's commands.
 */
import { contract } from '#contract/contract.ts';
import { endedMonth } from '#modules/credit-reporting/months.ts';
import { sweepReporting } from '#modules/credit-reporting/jobs.ts';
import { readConfig } from '#server/settings/config.ts';
import { connected } from '#test/builders/connection.ts';
import { aCreditBuyer, buyOnAccount, payOnPage } from '#test/builders/credit-buyer.ts';
import type { Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo } from '#test/emails.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureOutput } from '#test/capture-output.ts';
import { reportingCommands, reportingHelp } from './admin-reporting.ts';

const dayMs = 86_400_000;
const config = readConfig({
  SESSION_SECRET: testSessionSecret,
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRETS: 'whsec_x',
  SMTP_URL: 'smtp://127.0.0.1:1',
});

let shop: Shop;
let person: Customer;
/** The month of all test data. */
let month: string;
beforeAll(async () => {
  shop = await aShop({ factiiv: true });
  month = shop.deps.clock.now().toISOString().slice(0, 7);
  person = await aCreditBuyer(shop);
  await connected(shop, person);
  await buyOnAccount(shop, person);
  const { invoices } = await person.call(contract.readCreditAccount);
  await payOnPage(shop, invoices[0]?.id ?? '');
  await until(
    'it is paid',
    async () => (await person.call(contract.readCreditAccount)).invoices.length === 0,
  );
  await buyOnAccount(shop, person);
  await person.call(contract.syncTrades);
});
afterAll(() => shop.stop());

const { output, clear } = captureOutput();

async function run(command: string, words: string[] = []): Promise<[code: number | undefined, said: string]> {
  clear();
  return [await reportingCommands[command]?.(shop.deps, config, words, {}), output()];
}

test('every command is in the help', () => {
  for (const name of Object.keys(reportingCommands)) expect(reportingHelp).toContain(`  ${name}`);
});

test('the previous month is the last completed one, also across years', () => {
  expect(endedMonth(new Date('2027-01-01T00:00:00Z'))).toBe('2026-12');
  expect(endedMonth(new Date('2028-02-29T23:59:59Z'))).toBe('2028-01');
});

test('a disputed report is answered by staff, and its customer is notified', async () => {
  const { data } = await person.call(contract.listReports);
  const sent = data.find((report) => report.sentAt !== null);
  await person.call(contract.disputeReport, {
    params: { id: sent?.id ?? '' },
    body: { message: 'The limit is another' },
  });
  expect(await run('disputed-reports')).toEqual([0, expect.stringContaining('"The limit is another"')]);
  expect((await run('answer-report', [sent?.id ?? '']))[0]).toBe(2);
  expect(await run('answer-report', [sent?.id ?? '', 'We', 'have', 'corrected', 'it.'])).toEqual([
    0,
    'Answer saved. The customer gets an email.\n',
  ]);
  expect((await run('answer-report', [sent?.id ?? '', 'Again.']))[0]).toBe(2);
  expect(await run('disputed-reports')).toEqual([0, 'No disputed reports.\n']);
  const emails = await until('the answer has arrived', async () => {
    const all = await emailsTo(shop, person.email);
    return all.some(({ subject }) => subject === 'Our answer about a report') && all;
  });
  expect(emails.find(({ subject }) => subject === 'Our answer about a report')?.text).toContain(
    'We have corrected it.',
  );
  const after = (await person.call(contract.listReports)).data.find(({ id }) => id === sent?.id);
  expect(after).toMatchObject({ state: sent?.state, dispute: { answer: 'We have corrected it.' } });
});

test('a completed month is written once: seven variables, a file, and an email', async () => {
  expect(await run('bureau-file', ['2026-13'])).toEqual([
    2,
    '2026-13 is not a month. Use a format such as 2026-10\n',
  ]);
  expect((await run('bureau-file', [month]))[0]).toBe(2);
  const remainingMs = Date.parse(`${endOf(month)}T12:00:00Z`) + dayMs - shop.deps.clock.now().getTime();
  shop.travel(remainingMs);
  await sweepReporting(shop.deps);
  await sweepReporting(shop.deps);
  const rows = await shop.db.selectFrom('bureau_month').selectAll().where('month', '=', month).execute();
  expect(rows).toHaveLength(1);
  const [invoice] = await shop.db
    .selectFrom('invoice')
    .select('amount_cents')
    .where('kind', '=', 'net30')
    .where('status', '=', 'open')
    .execute();
  const owing = ((invoice?.amount_cents ?? 0) / 100).toFixed(2);
  const [code, file] = await run('bureau-file', [month]);
  expect(code).toBe(0);
  const [head, line] = file.split('\n');
  expect(head).toBe('account,business,as_of,manner,high,owing,past_due,terms,last_sale_on');
  expect(line).toMatch(/^"cra_[\w-]{22}","Harmattan Trading LLC",/);
  expect(line?.split(',').slice(2)).toEqual([
    `"${endOf(month)}"`,
    '"prompt"',
    `"${owing}"`,
    `"${owing}"`,
    '"0.00"',
    '"Net 30"',
    expect.stringMatching(new RegExp(`^"${month}-\\d\\d"$`)),
  ]);
  const subjects = async () => (await emailsTo(shop, person.email)).map(({ subject }) => subject);
  await until('the email has come', async () =>
    (await subjects()).some((subject) => subject.startsWith('What was reported to Factiiv in')),
  );
  expect((await subjects()).filter((subject) => subject.startsWith('What was reported'))).toHaveLength(1);
});

/** The last day of a month. */
const endOf = (of: string): string => {
  const [year = 0, number = 0] = of.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

test('a month with a line for every account is not read again, and the next one is', async () => {
  const linesOf = async () =>
    (await shop.db.selectFrom('bureau_month').select('month').execute()).map((line) => line.month);
  shop.travel(2 * dayMs);
  await sweepReporting(shop.deps);
  await shop.db.deleteFrom('bureau_month').execute();
  await sweepReporting(shop.deps);
  expect(await linesOf()).toEqual([]);
  shop.travel(31 * dayMs);
  await sweepReporting(shop.deps);
  const [next] = await linesOf();
  expect(next).toBe(new Date(Date.parse(endOf(month)) + dayMs).toISOString().slice(0, 7));
});
