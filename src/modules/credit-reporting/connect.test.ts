/**
 * Connecting with Factiiv, the score, and the calls of the specification (document 2, section 7), against the
 * sandbox.
 */
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { contract } from '#contract/contract.ts';
import { createKeys } from '#platform/keys.ts';
import { aFactiivBusiness, connectAs, connected } from '#test/builders/connection.ts';
import { aCustomer } from '#test/builders/customer.ts';
import { aFullAdministrator } from '#test/builders/acting-administrator.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { emailsTo, mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncInTurn } from './sync.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ factiiv: true });
});
afterAll(() => shop.stop());

const nobody = { params: { id: 'usr_AAAAAAAAAAAAAAAAAAAAAA' } };
const factiiv = (method: string, path: string, body?: object) =>
  shop.control(method, `/control/factiiv${path}`, body);

describe('PUT /users/fact-user/{id}', () => {
  test('accepts the three fields, asks Factiiv for the owner of the key, and returns the business', async () => {
    const customer = await aCustomer(shop);
    expect((await customer.call(contract.me)).factBusinessId).toBeNull();
    const { factId, businessId, apiKey } = await aFactiivBusiness(shop, customer.userId);
    const body = { factUserId: factId, factBusinessId: businessId, factApiKey: apiKey };
    const answer = await customer.call(contract.connectFactiiv, { params: { id: customer.userId }, body });
    expect(answer).toEqual({ factBusinessId: businessId });
    expect((await customer.call(contract.me)).factBusinessId).toBe(businessId);
    const consent = await shop.db
      .selectFrom('reporting_consent')
      .selectAll()
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow();
    expect(consent).toMatchObject({ terms_version: null, withdrawn_at: null });
  });

  test('stores the version of the agreed text, and rejects another one', async () => {
    const customer = await aCustomer(shop);
    const { factId, businessId, apiKey } = await aFactiivBusiness(shop, customer.userId);
    const body = { factUserId: factId, factBusinessId: businessId, factApiKey: apiKey };
    const old = customer.call(contract.connectFactiiv, {
      params: { id: customer.userId },
      body: { ...body, reportingTermsVersion: '2020-01-01' },
    });
    await expect(old).rejects.toThrow('The reporting terms have changed. Please read them and try again');
    await connectAs(customer, { factId, businessId, apiKey });
    const { terms_version: version } = await shop.db
      .selectFrom('reporting_consent')
      .select('terms_version')
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow();
    expect(version).toBe(reportingTermsVersion);
  });

  const wrong: [string, (business: { factId: string; businessId: string; apiKey: string }) => object][] = [
    ['another user id', (own) => ({ ...own, factId: crypto.randomUUID() })],
    ['another business', (own) => ({ ...own, businessId: crypto.randomUUID() })],
    [
      'a key that Factiiv never granted',
      (own) => ({ ...own, apiKey: 'fk_0000000000000000000000000000000000000000' }),
    ],
  ];
  for (const [what, change] of wrong) {
    test(`rejects ${what}`, async () => {
      const customer = await aCustomer(shop);
      const business = await aFactiivBusiness(shop, customer.userId);
      await expect(connectAs(customer, change(business) as typeof business)).rejects.toThrow(
        'Factiiv does not recognize this connection. Please connect again',
      );
      expect((await customer.call(contract.me)).factBusinessId).toBeNull();
    });
  }

  test('rejects a key that was granted to another customer, or to another app', async () => {
    const [customer, other] = [await aCustomer(shop), await aCustomer(shop)];
    const otherBusiness = await aFactiivBusiness(shop, other.userId);
    await expect(connectAs(customer, otherBusiness)).rejects.toThrow(
      'Factiiv does not recognize this connection. Please connect again',
    );
    const elsewhere = await aFactiivBusiness(shop, customer.userId, 'another-app');
    await expect(connectAs(customer, elsewhere)).rejects.toThrow(
      'Factiiv does not recognize this connection. Please connect again',
    );
  });

  test("accepts only the user's own id, and no business of another account", async () => {
    const { business } = await connected(shop, await aCustomer(shop));
    const customer = await aCustomer(shop);
    const foreign = customer.call(contract.connectFactiiv, {
      ...nobody,
      body: { factUserId: 'a', factBusinessId: 'b', factApiKey: 'c' },
    });
    await expect(foreign).rejects.toMatchObject({ status: 404 });
    const key = (await factiiv('POST', '/keys', {
      ...{
        business_id: business.businessId,
        connecting_app: 'stateside',
        connecting_user_id: customer.userId,
      },
    })) as { api_key: string };
    await expect(connectAs(customer, { ...business, apiKey: key.api_key })).rejects.toThrow(
      'This Factiiv business is connected to another account',
    );
  });

  test('seals the key: no row, response, or audit entry contains it', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const { rows } = await shop.db.executeQuery<{ dump: string }>(
      sql`select (select coalesce(json_agg(c), '[]') from bureau_connection c)::text
        || (select json_agg(a) from audit_log a)::text || (select coalesce(json_agg(r), '[]') from bureau_report r)::text as dump`.compile(
        shop.db,
      ),
    );
    const answers = [
      await customer.call(contract.me),
      await customer.call(contract.readReporting),
      await customer.call(contract.listReports),
    ];
    expect(`${rows[0]?.dump}${JSON.stringify(answers)}`).not.toContain(business.apiKey);
  });
});

test('of two customers who connect one business concurrently, one sees that it is taken', async () => {
  const [first, second] = [await aCustomer(shop), await aCustomer(shop)];
  const business = await aFactiivBusiness(shop, first.userId);
  const options = {
    business_id: business.businessId,
    connecting_app: 'stateside',
    connecting_user_id: second.userId,
  };
  const { api_key: apiKey = '' } = (await factiiv('POST', '/keys', options)) as { api_key?: string };
  const ends = await Promise.allSettled([
    connectAs(first, business),
    connectAs(second, { ...business, apiKey }),
  ]);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(refused).toMatchObject([{ code: 'bureau_business_taken' }]);
});

describe('the score', () => {
  test('is read from Factiiv and never accepted from a customer', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const own = { params: { id: customer.userId } };
    await factiiv('POST', `/scores/${business.businessId}`, { score: 712 });
    const claimed = await fetch(`${shop.origin}/api/credit-scores`, {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ business: { factiiv: { value: 999 } } }),
    });
    expect([claimed.status, await claimed.json()]).toEqual([422, 'Unknown field: business']);
    const fresh = await customer.call(contract.refreshCreditScore);
    expect(fresh.business).toEqual({ factiiv: { value: 712, tradeLines: 0 } });
    expect(await customer.call(contract.readCreditScore, own)).toEqual(fresh);
  });

  test('has a paged history, and an email reports how it moved', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    for (const score of [600, 640, 655]) {
      await factiiv('POST', `/scores/${business.businessId}`, { score });
      await customer.call(contract.refreshCreditScore);
    }
    const params = { businessProfileId: business.businessId };
    const first = await customer.call(contract.listCreditScores, { params, query: { limit: 2 } });
    expect(first.data.map((score) => score.business.factiiv.value)).toEqual([655, 640]);
    const second = await customer.call(contract.listCreditScores, {
      params,
      query: { limit: 2, cursor: first.nextCursor ?? '' },
    });
    expect(second.data[0]?.business.factiiv.value).toBe(600);
    const emails = await emailsTo(shop, customer.email, 2);
    expect(emails.map(({ text }) => /It went from .* to .*\./.exec(text)?.[0])).toContain(
      'It went from 640 to 655.',
    );
  });

  test('of another customer, or without a connection, is not found', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    const other = await aCustomer(shop);
    const notFound = { status: 404, message: 'Credit score not found' };
    await expect(
      other.call(contract.readCreditScore, { params: { id: customer.userId } }),
    ).rejects.toMatchObject(notFound);
    await expect(
      other.call(contract.readCreditScore, { params: { id: other.userId } }),
    ).rejects.toMatchObject(notFound);
    const foreign = other.call(contract.listCreditScores, {
      params: { businessProfileId: business.businessId },
    });
    await expect(foreign).rejects.toMatchObject(notFound);
    await expect(other.call(contract.refreshCreditScore)).rejects.toThrow('Connect to Factiiv first');
  });

  test('is refreshed and removed by administrators', async () => {
    const [{ customer, business }, staff] = [
      await connected(shop, await aCustomer(shop)),
      await aFullAdministrator(shop),
    ];
    await factiiv('POST', `/scores/${business.businessId}`, { score: 500 });
    const read = await staff.call(contract.rereadCreditScore, { body: { userId: customer.userId } });
    expect(read.business.factiiv.value).toBe(500);
    await staff.call(contract.deleteCreditScore, { params: { id: read.id ?? '' } });
    const repeated = staff.call(contract.deleteCreditScore, { params: { id: read.id ?? '' } });
    await expect(repeated).rejects.toMatchObject({ status: 404, message: 'Credit score not found' });
  });
});

describe('a disconnection', () => {
  test('deletes the key and the consent; connecting another business starts fresh', async () => {
    const { customer } = await connected(shop, await aCustomer(shop));
    await customer.call(contract.disconnectFactiiv);
    expect((await customer.call(contract.readReporting)).connection).toBeNull();
    const rows = await shop.db
      .selectFrom('bureau_connection')
      .select(['state', 'key_sealed'])
      .where('user_id', '=', customer.userId)
      .execute();
    expect(rows).toEqual([{ state: 'ended', key_sealed: null }]);
    await expect(customer.call(contract.disconnectFactiiv)).rejects.toThrow('Connect to Factiiv first');
    const other = await connected(shop, customer);
    expect((await customer.call(contract.me)).factBusinessId).toBe(other.business.businessId);
  });

  test('by Factiiv is shown and emailed, and reconnecting fixes it', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    await factiiv('POST', '/keys/revoke', { business_id: business.businessId });
    await expect(customer.call(contract.syncTrades)).rejects.toThrow(
      'Factiiv no longer accepts this connection. Please connect again',
    );
    expect((await customer.call(contract.readReporting)).connection?.state).toBe('revoked');
    expect((await emailsTo(shop, customer.email)).map(({ subject }) => subject)).toContain(
      'Your connection to Factiiv has ended',
    );
    const key = (await factiiv('POST', '/keys', {
      ...{
        business_id: business.businessId,
        connecting_app: 'stateside',
        connecting_user_id: customer.userId,
      },
    })) as { api_key: string };
    await connectAs(customer, { ...business, apiKey: key.api_key });
    expect((await customer.call(contract.readReporting)).connection?.state).toBe('connected');
  });
});

test('a key that no known secret opens needs reconnecting, with one email and one alarm for all', async () => {
  const [first, second] = [
    await connected(shop, await aCustomer(shop)),
    await connected(shop, await aCustomer(shop)),
  ];
  const ended = 'Your connection to Factiiv has ended';
  const withOtherKeys = {
    ...shop.deps,
    keys: createKeys([Buffer.from('a secret that came later, and of 32 bytes').toString('base64url')]),
  };
  const rows = await until('the first round of both is over', async () => {
    const found = await shop.db
      .selectFrom('bureau_connection')
      .select('id')
      .where('user_id', 'in', [first.customer.userId, second.customer.userId])
      .where('next_score_at', '>', shop.deps.clock.now())
      .execute();
    return found.length === 2 && found;
  });
  await shop.db
    .updateTable('bureau_connection')
    .set({ next_score_at: new Date(0) })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  for (const { id } of [...rows, ...rows]) await syncInTurn(withOtherKeys, id);
  for (const { customer } of [first, second]) {
    expect((await customer.call(contract.readReporting)).connection?.state).toBe('revoked');
    const endingEmails = () =>
      mailboxOf(shop, customer.email).then((all) => all.filter(({ subject }) => subject === ended));
    const [email] = await until(
      'the email has come',
      async () => (await endingEmails()).length > 0 && endingEmails(),
    );
    expect(email?.text).toContain('We can no longer read the key that Factiiv gave us');
    const written = await shop.db
      .selectFrom('mail')
      .select('id')
      .where('to_address', '=', customer.email)
      .where('kind', '=', 'bureau_revoked')
      .execute();
    expect(written).toHaveLength(1);
    await expect(customer.call(contract.syncTrades)).rejects.toThrow('Please connect again');
  }
  const alarms = await shop.db
    .selectFrom('alarm')
    .select('detail')
    .where('kind', '=', 'bureau_key_lost')
    .execute();
  expect(alarms.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('the previous one is not in RETIRED_SECRETS'),
  ]);
  await connectAs(first.customer, first.business);
  expect((await first.customer.call(contract.readReporting)).connection?.state).toBe('connected');
});

describe('personal data', () => {
  test('the archive has connection, consent, reports, and scores; deleting an account removes key and score', async () => {
    const { customer, business } = await connected(shop, await aCustomer(shop));
    await customer.call(contract.syncTrades);
    const { content } = await customer.call(contract.readArchive);
    const files = unzipSync(Buffer.from(content, 'base64'));
    const file = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    expect(file('reporting.json')).toMatchObject([
      { business_at_factiiv: business.businessId, state: 'connected' },
    ]);
    expect(file('reporting-consents.json')).toMatchObject([
      { words_of: reportingTermsVersion, withdrawn_at: null },
    ]);
    expect(file('credit-scores.json')).toHaveLength(1);
    expect(file('reports.json')).toEqual([]);
    await customer.call(contract.deleteAccount, { body: { password: customer.password } });
    const rows = await shop.db
      .selectFrom('bureau_connection')
      .select(['state', 'key_sealed', 'profile_id', 'bureau_user_id'])
      .where('user_id', '=', customer.userId)
      .execute();
    expect(rows).toEqual([{ state: 'ended', key_sealed: null, profile_id: '', bureau_user_id: '' }]);
    expect(
      await shop.db.selectFrom('credit_score').select('id').where('user_id', '=', customer.userId).execute(),
    ).toEqual([]);
    const live = await shop.db
      .selectFrom('reporting_consent')
      .select('id')
      .where('user_id', '=', customer.userId)
      .where('withdrawn_at', 'is', null)
      .execute();
    expect(live).toEqual([]);
  });
});
