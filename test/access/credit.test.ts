/**
 * Credit endpoints take no user id, so each caller gets only their own data. A company's EIN never appears:
 * not in responses, emails, logs, or the text of the database.
 */
import { contract } from '#contract/contract.ts';
import { createLogger } from '#platform/logger.ts';
import * as staff from '#modules/credit/account/staff.ts';
import { strFromU8, unzipSync } from 'fflate';
import { aBusiness, aCompany, applyAs } from '#test/builders/business.ts';
import { aCustomer, type Customer } from '#test/builders/customer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import {
  type Administrator,
  actingAs,
  aFullAdministrator,
  grantImpersonation,
} from '#test/builders/acting-administrator.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpOf } from './a-dump.ts';
import { shopEndpoints } from './endpoints.ts';

let shop: Shop;
let admin: Administrator;
let owner: Customer & { ein: string };
let other: Customer;
let log = '';
const responses: string[] = [];
beforeAll(async () => {
  const write = (line: string) => {
    log += line;
  };
  shop = await aShop({ log: createLogger('trace', { write }) });
  admin = await aFullAdministrator(shop);
  owner = await aBusiness(shop, { company: { ein: canary } });
  other = await aCustomer(shop);
  await grantImpersonation(shop, admin, owner);
  await applyAs(owner);
});
afterAll(() => shop.stop());

const canary = '92-7046183';
const ofCredit = shopEndpoints.filter(([, { path }]) => path.startsWith('/api/credit/'));
const bodies: Record<string, unknown> = {
  saveCompany: aCompany({ ein: canary }),
  applyForCredit: { termsVersion: 'any', termsAgreed: true },
  payCreditInvoices: {
    invoiceIds: ['inv_0000000000000000000000'],
    paymentMethodId: 'pm_0000000000000000000000',
  },
  refreshCreditInvoices: {},
  turnOnAutopay: { paymentMethodId: 'pm_0000000000000000000000', termsVersion: 'any', termsAgreed: true },
};
const mayBeActedFor = [
  'readCreditAccount',
  'listCreditMovements',
  'readCreditStatement',
  'printCreditStatement',
];
const queries: Record<string, string> = {
  readCreditStatement: `?month=${new Date().toISOString().slice(0, 7)}`,
};

async function ask(name: string, headers: Record<string, string>) {
  const endpoint = shopEndpoints.find(([endpointName]) => endpointName === name)?.[1];
  if (endpoint === undefined) throw new Error(`there is no endpoint ${name}`);
  const body =
    endpoint.method === 'POST' || endpoint.method === 'PUT'
      ? { body: JSON.stringify(bodies[name] ?? {}) }
      : {};
  const answer = await fetch(`${shop.origin}${endpoint.path}${queries[name] ?? ''}`, {
    method: endpoint.method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...body,
  });
  const text = await answer.text();
  responses.push(text);
  return { status: answer.status, code: answer.headers.get('x-error-code'), text };
}

test('all endpoints of credit are covered', () => {
  expect(ofCredit.length).toBeGreaterThanOrEqual(9);
  expect(Object.keys(bodies).toSorted()).toEqual(
    ofCredit
      .filter(([, { method }]) => method === 'POST' || method === 'PUT')
      .map(([name]) => name)
      .toSorted(),
  );
});

describe('access', () => {
  for (const [name] of ofCredit) {
    test(`${name}: requires a log-in, and acting for a customer only allows account reads`, async () => {
      expect(await ask(name, {})).toMatchObject({ status: 401, code: 'sign_in_required' });
      const acting = await ask(name, actingAs(admin, owner));
      expect(acting).toMatchObject(
        mayBeActedFor.includes(name)
          ? { status: 200, code: null }
          : { status: 403, code: 'impersonation_refused' },
      );
    });
  }

  test('customers see their own account, and no other', async () => {
    expect(JSON.parse((await ask('readCreditAccount', owner.headers)).text)).toMatchObject({
      status: 'open',
      approvedCredit: 500,
    });
    for (const headers of [other.headers, admin.headers]) {
      expect(JSON.parse((await ask('readCreditAccount', headers)).text)).toMatchObject({
        status: 'none',
        approvedCredit: 0,
      });
      expect(JSON.parse((await ask('listCreditMovements', headers)).text)).toEqual({
        data: [],
        nextCursor: null,
      });
      expect(JSON.parse((await ask('readCompany', headers)).text)).toEqual({ company: null });
      expect(await ask('readCreditStatement', headers)).toMatchObject({ status: 404, code: 'not_found' });
    }
  });
});

test('a typed EIN is in no response, email, log, or row', async () => {
  for (const [name] of ofCredit.filter(([, { method }]) => method === 'GET')) await ask(name, owner.headers);
  expect((await ask('saveCompany', owner.headers)).status).toBe(200);
  expect((await ask('saveCompany', { ...owner.headers, 'admin-as-user': 'nonsense' })).status).toBe(200);
  const wrong = JSON.stringify(aCompany({ ein: `07-${canary.slice(3)}` }));
  const refused = await fetch(`${shop.origin}/api/credit/company`, {
    method: 'PUT',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: wrong,
  });
  responses.push(await refused.text());
  const copycat = await aBusiness(shop, { company: { ein: canary } });
  responses.push(JSON.stringify(await applyAs(copycat)));
  await staff.declineApplication(shop.deps, {
    email: copycat.email,
    actorId: null,
    reasons: ['information_wrong'],
  });
  responses.push(JSON.stringify(await staff.queue(shop.deps)));
  await until(
    'every email has left',
    async () =>
      (await shop.db.selectFrom('mail').select('id').where('sent_at', 'is', null).execute()).length === 0,
  );
  for (const person of [owner, copycat]) {
    const { content } = await person.call(contract.readArchive);
    const files = unzipSync(Buffer.from(content, 'base64'));
    responses.push(...Object.values(files).map((file) => strFromU8(file)));
    expect(strFromU8(files['company.json'] ?? new Uint8Array())).toContain('*****6183');
  }
  const places: Record<string, string> = { ...(await dumpOf(shop)), log, answers: responses.join('\n') };
  const digits = canary.replace('-', '');
  const spellings = [
    canary,
    digits,
    digits.slice(2),
    Buffer.from(digits).toString('base64').replace(/=+$/, ''),
    Buffer.from(digits).toString('hex'),
  ];
  for (const spelling of spellings)
    expect(
      Object.entries(places).flatMap(([place, text]) =>
        text.includes(spelling) ? [`${spelling} in ${place}`] : [],
      ),
    ).toEqual([]);
  expect(places.log).toContain('"route":"/api/credit/company"');
  expect(places['public.company']).toContain('6183');
  expect(places['public.mail']).toContain('Your Net 30 account is approved');
});
