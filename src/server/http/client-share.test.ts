/**
 * A flood of logins from one address uses only its own share of admission slots. Reads of other clients are
 * never rejected.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { createPasswords } from '#platform/passwords.ts';

const logIns = 250;
const inFlightAtMost = 256;
/** A quarter of the ordinary half of the slots. */
const shareOfOne = 32;

let shop: Shop;
const flood = Promise.withResolvers<void>();
let active = 0;
beforeAll(async () => {
  const passwords = createPasswords();
  const held: typeof passwords = {
    ...passwords,
    demandPlace: () => undefined,
    matches: async () => {
      active += 1;
      await flood.promise;
      return false;
    },
  };
  shop = await aShop({ limits: { inFlightAtMost, trustedProxies: 1 }, passwords: held, runJobs: false });
});
afterAll(() => shop.stop());

async function logIn(): Promise<number> {
  const answer = await fetch(`${shop.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
    body: JSON.stringify({ email: 'a.person@mail.example', password: 'not the password' }),
  });
  await answer.text();
  return answer.status;
}

async function read(path: string): Promise<number> {
  const answer = await fetch(`${shop.origin}${path}`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  await answer.text();
  return answer.status;
}

test('during 250 concurrent log-ins from one address every read of another client is answered', async () => {
  let refused = 0;
  const statuses = Array.from({ length: logIns }, async () => {
    const status = await logIn();
    if (status === 503) refused += 1;
    return status;
  });
  const reads: number[] = [];
  await until('the flood has its share and no more', async () => {
    reads.push(await read('/api/products'), await read('/api/boosters'));
    return active === shareOfOne && refused === logIns - shareOfOne;
  });
  for (let times = 0; times < 20; times += 1) reads.push(await read('/api/products'));
  expect(new Set(reads)).toEqual(new Set([200]));
  expect(await read('/api/coupons/by-code/WELCOME10')).toBe(200);
  flood.resolve();
  const answered = await Promise.all(statuses);
  expect(answered.filter((status) => status === 401 || status === 400)).toHaveLength(shareOfOne);
});
