/** Faults before and after the effect, on the API and on the connect page, and the rate limit. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { aFactiiv, type FactiivBusiness, type TestFactiiv } from '#test/builders/factiiv.ts';

let factiiv: TestFactiiv;
let business: FactiivBusiness;
beforeAll(async () => {
  factiiv = await aFactiiv();
});
afterAll(() => factiiv.stop());
afterEach(() => factiiv.control('DELETE', '/fail-next'));

const trade = {
  typeDesc: 'buysell',
  relationDescription: 'Customer of Stateside',
  relationshipDate: new Date().toISOString().slice(0, 10),
  amount: 49,
  balance: 0,
};

/** Returns what the caller sees: a status with the body, or `lost`. */
async function send(
  path = '/api/v1/trades',
  body: string | null = JSON.stringify(trade),
  timeoutMs = 20_000,
): Promise<[number | 'lost', string]> {
  const sent = await fetch(`${factiiv.origin}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${business.apiKey}` },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  return sent === null ? ['lost', ''] : [sent.status, await sent.text()];
}
const tradesInBook = async (): Promise<number> =>
  (await factiiv.control<{ trades: unknown[] }>('GET', `/book/${business.businessId}`)).trades.length;
const arm = (fault: object) =>
  factiiv.control('POST', '/fail-next', { match: 'POST /api/v1/trades', ...fault });

for (const where of ['before', 'after'] as const) {
  test(`each fault applies once, ${where} the effect`, async () => {
    business = await factiiv.aBusiness();
    const outcomes: Record<string, [number | 'lost', string]> = {};
    for (const how of ['500', '503', 'reset', 'timeout', 'html', 'broken_json']) {
      await arm({ where, how, ...(how === 'timeout' && { delay_ms: 50 }) });
      outcomes[how] = await send();
    }
    expect(outcomes).toEqual({
      500: [500, expect.stringContaining('"code":"server_error"')],
      503: [503, expect.stringContaining('"payload":null')],
      reset: ['lost', ''],
      timeout: ['lost', ''],
      html: [200, expect.stringContaining('<!doctype html>')],
      broken_json: [200, '{"payload":{"id":"'],
    });
    expect(await tradesInBook()).toBe(where === 'before' ? 0 : 6);
    expect((await send())[0]).toBe(201);
  });
}

test('a delay only delays, on either side, and a request may take effect after its caller gave up', async () => {
  business = await factiiv.aBusiness();
  for (const where of ['before', 'after']) {
    await arm({ where, how: 'delay', delay_ms: 80 });
    const startedAt = performance.now();
    expect((await send())[0]).toBe(201);
    expect(performance.now() - startedAt).toBeGreaterThan(70);
  }
  await arm({ where: 'after', how: 'timeout' });
  expect(await send(undefined, undefined, 60)).toEqual(['lost', '']);
  expect(await tradesInBook()).toBe(3);
});

test('a fault applies to its route and to the configured number of calls', async () => {
  business = await factiiv.aBusiness();
  await arm({ match: 'GET /api/v1/scores/*', where: 'before', how: '500', times: 2 });
  await arm({ match: 'GET /connect', where: 'before', how: 'html' });
  const score = `/api/v1/scores/${business.businessId}`;
  expect((await send())[0]).toBe(201);
  expect([(await send(score, null))[0], (await send(score, null))[0], (await send(score, null))[0]]).toEqual([
    500, 500, 200,
  ]);
  expect((await send('/connect?user_id=usr_1', null))[1]).toContain('We will be right back');
  expect((await send('/connect?user_id=usr_1', null))[0]).toBe(400);
});

test('every call is logged with its fault, and without its key', async () => {
  business = await factiiv.aBusiness();
  await arm({ where: 'after', how: 'reset' });
  await send();
  const { data } = await factiiv.control<{ data: object[] }>('GET', '/requests?limit=1');
  expect(data).toMatchObject([
    {
      method: 'POST',
      path: '/api/v1/trades',
      body: JSON.stringify(trade),
      profileId: business.businessId,
      status: null,
      fault: 'reset after',
    },
  ]);
  expect(JSON.stringify(data)).not.toContain(business.apiKey);
});

test('a key has a per-minute call limit; another key has a separate one, and each minute starts fresh', async () => {
  await factiiv.control('PUT', '/settings', { requests_per_minute: 2 });
  const [own, other] = [await factiiv.aBusiness(), await factiiv.aBusiness()];
  const me = (apiKey: string) => factiiv.api(apiKey, 'GET', '/me');
  const statuses = [
    await me(own.apiKey),
    await me(own.apiKey),
    await me(own.apiKey),
    await me(other.apiKey),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429, 200]);
  const { headers, errors } = await me(own.apiKey);
  const seconds = Number(headers.get('retry-after'));
  expect(errors).toMatchObject([{ code: 'rate_limited' }]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  await factiiv.control('POST', '/clock', { advance_seconds: seconds });
  expect((await me(own.apiKey)).status).toBe(200);
  await factiiv.control('PUT', '/settings', { requests_per_minute: null });
});
