/**
 * The adapter against the sandbox, and against invalid responses. The protocol is described in
 * docs/sandbox-factiiv.md.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BureauRefused, BureauUnavailable, KeyRevoked } from '#ports/credit-bureau.ts';
import { aFactiiv, type TestFactiiv } from '#test/builders/factiiv.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFactiivBureau } from './bureau.ts';

let factiiv: TestFactiiv;
beforeAll(async () => {
  factiiv = await aFactiiv();
});
afterAll(() => factiiv.stop());

const bureauAt = (apiBase: string, fieldNames: Record<string, string> = {}) =>
  createFactiivBureau({
    apiBase,
    connectAddress: apiBase,
    providerAddress: apiBase,
    appName: 'stateside',
    fieldNames,
    timeoutMs: 500,
  });
const trade = {
  ...{
    typeDesc: 'buysell' as const,
    relationDescription: 'Purchase S-1',
    relationshipDate: '2026-01-31',
    amount: 150,
    balance: 0,
  },
};

describe('against the stand-in', () => {
  test('a key returns its owner, and an unknown key returns none', async () => {
    const { factId, businessId, apiKey } = await factiiv.aBusiness('usr_7');
    const bureau = bureauAt(`${factiiv.origin}/api/v1`);
    expect(await bureau.readOwner(apiKey)).toEqual({
      ...{
        userId: factId,
        profileId: businessId,
        businessName: 'Obi Textiles LLC',
        connectingApp: 'stateside',
        connectingUserId: 'usr_7',
      },
    });
    expect(await bureau.readOwner('fk_none')).toBeNull();
  });

  test('reported trades are found by our own reference, across pages', async () => {
    const { businessId: profileId, apiKey: key } = await factiiv.aBusiness();
    const bureau = bureauAt(`${factiiv.origin}/api/v1`);
    for (let number = 0; number < 103; number += 1)
      await bureau.addTrade({ profileId, key }, `brp_${number}`, trade);
    const references: (string | null)[] = [];
    for await (const { reference } of bureau.trades({ profileId, key }, new Date(0)))
      references.push(reference);
    expect(references).toHaveLength(103);
    expect(references).toContain('brp_0');
  });

  test('the history is read back to a given time, and no page further', async () => {
    const { businessId: profileId, apiKey: key } = await factiiv.aBusiness();
    const bureau = bureauAt(`${factiiv.origin}/api/v1`);
    const send = async (from: number, until: number): Promise<void> => {
      for (let number = from; number < until; number += 1)
        await bureau.addTrade({ profileId, key }, `brp_${number}`, trade);
    };
    await send(0, 101);
    await factiiv.control('POST', '/clock', { advance_seconds: 86_400 });
    await send(101, 103);
    const pagesRead = async (): Promise<number> => {
      const { data } = await factiiv.control<{ data: { path: string }[] }>('GET', '/requests?limit=500');
      return data.filter(({ path }) => path.startsWith(`/api/v1/trades/history/${profileId}`)).length;
    };
    const pagesSince = async (since: Date): Promise<number> => {
      const earlier = await pagesRead();
      for await (const { createdAt } of bureau.trades({ profileId, key }, since))
        expect(createdAt).not.toBeNull();
      return (await pagesRead()) - earlier;
    };
    const [aDayLater, before] = [new Date(Date.now() + 80_000_000), new Date(Date.now() - 60_000)];
    expect(await pagesSince(aDayLater)).toBe(1);
    expect(await pagesSince(before)).toBe(2);
  });

  test('a withdrawn activity shows as withdrawn in the history, and withdrawing again changes nothing', async () => {
    const { businessId: profileId, apiKey: key } = await factiiv.aBusiness();
    const bureau = bureauAt(`${factiiv.origin}/api/v1`);
    const { ref } = await bureau.addTrade({ profileId, key }, 'brp_1', { ...trade, typeDesc: 'borrow' });
    await factiiv.control('POST', '/accept-all');
    const charge = { activityType: 'charge', amount: 10, daysLate: 0, date: '2026-02-01' } as const;
    const { ref: activityRef } = await bureau.addActivity({ profileId, key }, 'brp_2', ref, charge);
    for (let time = 0; time < 2; time += 1)
      expect(
        await bureau.withdrawActivity({ profileId, key }, activityRef, 'The invoice was voided'),
      ).toMatchObject({ ref: activityRef });
    const found: boolean[] = [];
    for await (const { activities } of bureau.trades({ profileId, key }, new Date(0)))
      found.push(...activities.map(({ isWithdrawn }) => isWithdrawn));
    expect(found).toEqual([true]);
    await bureau.addActivity({ profileId, key }, 'brp_3', ref, charge);
  });

  test('temporary errors, rejections, and revoked keys are distinguished', async () => {
    const { businessId: profileId, apiKey: key } = await factiiv.aBusiness();
    const bureau = bureauAt(`${factiiv.origin}/api/v1`);
    const { ref } = await bureau.addTrade({ profileId, key }, 'brp_1', { ...trade, typeDesc: 'borrow' });
    const activity = { activityType: 'charge', amount: 10, daysLate: 0, date: '2026-02-01' } as const;
    await expect(bureau.addActivity({ profileId, key }, 'brp_2', ref, activity)).rejects.toMatchObject({
      code: 'trade_pending',
      notNow: true,
    });
    const wrong = bureau.addTrade({ profileId, key }, 'brp_3', { ...trade, amount: -1 });
    await expect(wrong).rejects.toBeInstanceOf(BureauRefused);
    await factiiv.control('POST', '/keys/revoke', { api_key: key });
    await expect(bureau.readScore({ profileId, key })).rejects.toBeInstanceOf(KeyRevoked);
  });
});

describe('against another server', () => {
  const requests: string[] = [];
  let server: Server;
  let origin: string;
  let answer: object = {};
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        requests.push(body);
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const access = { profileId: 'p', key: 'k' };

  test('field names that differ are mapped by settings, both ways', async () => {
    const bureau = bureauAt(origin, {
      tradeLines: 'activeTradeLines',
      reference: 'externalId',
      id: 'tradeId',
    });
    answer = { payload: { score: 700, activeTradeLines: 3 } };
    expect(await bureau.readScore(access)).toEqual({ value: 700, tradeLines: 3 });
    answer = {
      payload: {
        tradeId: 't1',
        tradeStatus: 'pending',
        adminStatus: 'pending',
        amount: 150,
        balance: 0,
        externalId: 'brp_1',
      },
    };
    expect(await bureau.addTrade(access, 'brp_1', trade)).toMatchObject({
      ref: 't1',
      counterparty: 'pending',
    });
    expect(JSON.parse(requests.at(-1) ?? '')).toEqual({ ...trade, externalId: 'brp_1' });
  });

  test('a response of another shape is an error', async () => {
    answer = { payload: { score: 'good', tradeLines: 1 } };
    await expect(bureauAt(origin).readScore(access)).rejects.toBeInstanceOf(BureauUnavailable);
    answer = { anything: true };
    await expect(bureauAt(origin).readScore(access)).rejects.toBeInstanceOf(BureauUnavailable);
  });
});
