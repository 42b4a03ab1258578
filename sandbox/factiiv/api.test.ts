/**
 * The API of the Factiiv sandbox: a report needs two approvals before it counts, and errors use the wrapped
 * form.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFactiiv, type FactiivBusiness, type TestFactiiv } from '#test/builders/factiiv.ts';
import type { Activity, Trade, TradeWithActivities } from './book.ts';

let factiiv: TestFactiiv;
beforeAll(async () => {
  factiiv = await aFactiiv();
});
afterAll(() => factiiv.stop());

const today = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const purchase = {
  typeDesc: 'buysell',
  relationDescription: 'Customer of Stateside',
  relationshipDate: today,
  amount: 199.5,
  balance: 0,
  reference: 'order:1',
};
const account = {
  ...purchase,
  typeDesc: 'borrow',
  relationshipDate: dayBefore(200),
  amount: 5_000,
  balance: 0,
  reference: 'account:1',
};

const report = async ({ apiKey }: FactiivBusiness, trade: object = purchase): Promise<Trade> => {
  const { status, payload } = await factiiv.api<Trade>(apiKey, 'POST', '/trades', trade);
  expect(status).toBe(201);
  return payload;
};
const accepted = async (business: FactiivBusiness, trade: object = account): Promise<Trade> => {
  const { id } = await report(business, trade);
  return factiiv.control<Trade>('POST', `/trades/${id}/accept`);
};
const act = ({ apiKey, businessId }: FactiivBusiness, trade: Trade, activity: object) =>
  factiiv.api<Activity>(apiKey, 'POST', `/activities/${businessId}`, {
    tradeId: trade.id,
    date: today,
    amount: 100,
    ...activity,
  });
const scoreOf = async ({ apiKey, businessId }: FactiivBusiness) =>
  (await factiiv.api<{ score: number | null; tradeLines: number }>(apiKey, 'GET', `/scores/${businessId}`))
    .payload;

test('a key identifies its owner', async () => {
  const business = await factiiv.aBusiness('usr_ada');
  const { status, payload, errors, message } = await factiiv.api(business.apiKey, 'GET', '/me');
  expect({ status, errors, message }).toEqual({ status: 200, errors: [], message: 'OK' });
  expect(payload).toEqual({
    userId: business.factId,
    firstName: 'Ada',
    lastName: 'Obi',
    businessProfileId: business.businessId,
    businessName: 'Obi Textiles LLC',
    connectingApp: 'stateside',
    connectingUserId: 'usr_ada',
  });
});

test('a trade counts only after the counterparty and then staff accept it', async () => {
  const business = await factiiv.aBusiness();
  const { id, ...trade } = await report(business);
  expect(trade).toMatchObject({
    ...purchase,
    tradeStatus: 'pending',
    adminStatus: 'pending',
    rejectedReason: null,
  });
  await expect(factiiv.control('POST', `/trades/${id}/accept`, { as: 'staff' })).rejects.toThrow(
    'counterparty_pending',
  );
  await factiiv.control('POST', `/trades/${id}/accept`, { as: 'counterparty' });
  expect(await scoreOf(business)).toMatchObject({ score: null, tradeLines: 0 });
  expect(await factiiv.control('POST', `/trades/${id}/accept`, { as: 'staff' })).toMatchObject({
    tradeStatus: 'accepted',
    adminStatus: 'accepted',
  });
  expect(await scoreOf(business)).toMatchObject({ score: 515, tradeLines: 1 });
  await expect(factiiv.control('POST', `/trades/${id}/reject`, { reason: 'too late' })).rejects.toThrow(
    'decided',
  );
});

test('a rejected trade shows the reason and accepts no activity', async () => {
  const business = await factiiv.aBusiness();
  const trade = await report(business);
  await factiiv.control('POST', `/trades/${trade.id}/reject`, {
    as: 'counterparty',
    reason: 'Not our customer',
  });
  const { payload } = await factiiv.api<{ data: Trade[] }>(
    business.apiKey,
    'GET',
    `/trades/history/${business.businessId}`,
  );
  expect(payload.data).toMatchObject([
    { tradeStatus: 'rejected', adminStatus: 'pending', rejectedReason: 'Not our customer' },
  ]);
  expect(await act(business, trade, { activityType: 'payment' })).toMatchObject({
    status: 409,
    errors: [{ code: 'trade_rejected' }],
  });
  expect(await scoreOf(business)).toMatchObject({ score: null, tradeLines: 0 });
});

test('the history is paged, newest first, with references and activities; the same reference twice is two trades', async () => {
  const business = await factiiv.aBusiness();
  const trade = await accepted(business);
  await act(business, trade, { activityType: 'charge', reference: 'invoice:1' });
  for (let sent = 0; sent < 2; sent += 1) await report(business);
  const page = async (query: string) =>
    (
      await factiiv.api<{ data: TradeWithActivities[]; page: number; limit: number; total: number }>(
        business.apiKey,
        'GET',
        `/trades/history/${business.businessId}${query}`,
      )
    ).payload;
  expect(await page('?limit=2')).toMatchObject({
    data: [{ reference: 'order:1' }, { reference: 'order:1' }],
    page: 1,
    limit: 2,
    total: 3,
  });
  const { data } = await page('?limit=2&page=2');
  expect(data).toMatchObject([
    { reference: 'account:1', activities: [{ reference: 'invoice:1', activityStatus: 'pending' }] },
  ]);
});

test('one activity per trade and day, and none while the trade or another activity is pending', async () => {
  const business = await factiiv.aBusiness();
  const waiting = await report(business, account);
  expect(await act(business, waiting, { activityType: 'charge' })).toMatchObject({
    status: 409,
    errors: [{ code: 'trade_pending' }],
  });
  const trade = await factiiv.control<Trade>('POST', `/trades/${waiting.id}/accept`);
  const first = await act(business, trade, { activityType: 'charge' });
  expect(first).toMatchObject({
    status: 201,
    payload: { amount: 100, daysLate: 0, activityStatus: 'pending', adminStatus: 'pending' },
  });
  const another = () => act(business, trade, { activityType: 'payment', date: dayBefore(1) });
  expect(await another()).toMatchObject({ status: 409, errors: [{ code: 'activity_pending' }] });
  await factiiv.control('POST', `/activities/${first.payload.id}/accept`);
  expect(await act(business, trade, { activityType: 'payment' })).toMatchObject({
    status: 409,
    errors: [{ code: 'activity_of_day_exists' }],
  });
  const second = await another();
  expect(second.status).toBe(201);
  await factiiv.control('POST', `/activities/${second.payload.id}/reject`, {
    as: 'counterparty',
    reason: 'No such payment',
  });
  expect(await another(), 'a rejected one frees its day').toMatchObject({ status: 201 });
});

test('the score follows accepted data: each bucket by its points, with reasons in its history', async () => {
  const business = await factiiv.aBusiness();
  const trade = await accepted(business);
  const scores = [];
  const reports: [string, number][] = [
    ['charge', 0],
    ['payment', 0],
    ['payment', 31],
    ['payment', 61],
    ['payment', 91],
    ['collections', 91],
    ['chargeoff', 91],
  ];
  for (const [days, [activityType, daysLate]] of reports.entries()) {
    await act(business, trade, { activityType, daysLate, date: dayBefore(days) });
    await factiiv.control('POST', '/accept-all');
    scores.push((await scoreOf(business)).score);
  }
  expect(scores).toEqual([510, 525, 505, 465, 385, 235, 0]);
  const { payload } = await factiiv.api<{ data: object[]; total: number }>(
    business.apiKey,
    'GET',
    `/scores/${business.businessId}/history?limit=2`,
  );
  expect(payload).toMatchObject({
    total: 7,
    data: [
      { score: 0, previous: 235, reason: 'chargeoff 91 days late accepted' },
      { score: 235, previous: 385 },
    ],
  });
});

test('a trade is corrected and withdrawn; a withdrawn trade no longer counts', async () => {
  const business = await factiiv.aBusiness();
  const { id } = await accepted(business);
  const dropped = await accepted(business, purchase);
  const changed = await factiiv.api<Trade>(business.apiKey, 'PUT', `/trades/${id}`, {
    amount: 7_500,
    balance: 120,
  });
  expect(changed.payload).toMatchObject({ amount: 7_500, balance: 120, adminStatus: 'accepted' });
  expect(await scoreOf(business)).toMatchObject({ score: 525, tradeLines: 2 });
  for (let sent = 0; sent < 2; sent += 1) {
    const withdrawn = await factiiv.api<Trade>(business.apiKey, 'POST', `/trades/${dropped.id}/withdraw`, {
      reason: 'refunded',
    });
    expect(withdrawn).toMatchObject({ status: 200, payload: { withdrawnReason: 'refunded' } });
  }
  expect(await scoreOf(business)).toMatchObject({ score: 510, tradeLines: 1 });
  const lateChange = await factiiv.api(business.apiKey, 'PUT', `/trades/${dropped.id}`, { balance: 1 });
  expect(lateChange).toMatchObject({ status: 409, errors: [{ code: 'trade_withdrawn' }] });
});

test('an activity is withdrawn, and its day is free again', async () => {
  const business = await factiiv.aBusiness();
  const trade = await accepted(business);
  const { payload } = await act(business, trade, { activityType: 'charge' });
  const path = `/activities/${business.businessId}/${payload.id}/withdraw`;
  expect(await factiiv.api(business.apiKey, 'POST', path, { reason: 'voided' })).toMatchObject({
    payload: { withdrawnReason: 'voided' },
  });
  expect(await act(business, trade, { activityType: 'charge' })).toMatchObject({ status: 201 });
});

test('invalid fields are named', async () => {
  const { apiKey, businessId } = await factiiv.aBusiness();
  const trade = await accepted({ apiKey, businessId, factId: '' });
  const fieldsOf = async (path: string, body: unknown) => {
    const { status, payload, errors, message } = await factiiv.api(apiKey, 'POST', path, body);
    expect({ status, payload, message }).toEqual({
      status: 422,
      payload: null,
      message: 'Validation failed',
    });
    return errors.map(({ field }) => field);
  };
  expect(await fieldsOf('/trades', {})).toEqual([
    'typeDesc',
    'relationDescription',
    'relationshipDate',
    'amount',
    'balance',
  ]);
  expect(await fieldsOf('/trades', { ...purchase, balance: 200 })).toEqual(['balance']);
  expect(await fieldsOf('/trades', { ...purchase, amount: 1.999 })).toEqual(['amount']);
  expect(await fieldsOf('/trades', { ...purchase, relationshipDate: dayBefore(-2) })).toEqual([
    'relationshipDate',
  ]);
  const activity = { tradeId: trade.id, activityType: 'payment', amount: 10, date: today };
  const path = `/activities/${businessId}`;
  expect(await fieldsOf(path, { ...activity, amount: 10.5, daysLate: 30 })).toEqual(['amount', 'daysLate']);
  expect(await fieldsOf(path, { ...activity, date: dayBefore(300) })).toEqual(['date']);
  expect(await factiiv.api(apiKey, 'POST', '/trades', '{"typeDesc"')).toMatchObject({
    status: 400,
    errors: [{ code: 'body_unreadable' }],
  });
});

test('a key opens only its own profile', async () => {
  const [own, other] = [await factiiv.aBusiness(), await factiiv.aBusiness()];
  const otherReport = await report(other);
  const asOwn = async (method: string, path: string, body?: object) => {
    const { status, errors } = await factiiv.api(own.apiKey, method, path, body);
    return [status, errors[0]?.code];
  };
  const forbidden = [403, 'profile_not_yours'];
  expect(await asOwn('GET', `/scores/${other.businessId}`)).toEqual(forbidden);
  expect(await asOwn('GET', `/trades/history/${other.businessId}`)).toEqual(forbidden);
  expect(await asOwn('POST', `/activities/${other.businessId}`, {})).toEqual(forbidden);
  expect(await asOwn('POST', '/trades', { ...purchase, profileId: other.businessId })).toEqual(forbidden);
  expect(await asOwn('PUT', `/trades/${otherReport.id}`, { balance: 1 })).toEqual([404, 'not_found']);
  expect(await asOwn('GET', '/elsewhere')).toEqual([404, 'not_found']);
});

test('a missing, unknown or revoked key is unauthorized', async () => {
  const { apiKey, businessId } = await factiiv.aBusiness();
  const codeOf = async (key: string | null) => {
    const { status, errors, message } = await factiiv.api(key, 'GET', '/me');
    return [status, errors[0]?.code, message];
  };
  expect(await codeOf(null)).toEqual([401, 'key_missing', 'Unauthorized']);
  expect(await codeOf('fk_nothing')).toEqual([401, 'key_unknown', 'Unauthorized']);
  expect(await factiiv.control('POST', '/keys/revoke', { business_id: businessId })).toEqual({ revoked: 1 });
  expect(await codeOf(apiKey)).toEqual([401, 'key_revoked', 'Unauthorized']);
});
