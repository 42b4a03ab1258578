/**
 * Late invoices during a processor outage: each is read before its account is frozen, and unreadable ones
 * wait for at most three days.
 */
import { checkInvariants } from '#modules/operations/invariants/invariants.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { GatewayUnavailable } from '#ports/payment-gateway.ts';
import { aBoughtInvoice, accountOf, invoiceRow } from '#test/builders/credit-buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepCredit } from './sweep.ts';
import { sweepInvoices } from './sweep-invoices.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
});
afterAll(async () => {
  expect(await checkInvariants(shop.db)).toEqual([]);
  await shop.stop();
});

/** Runs the sweep `days` after today with a processor that fails for the given invoices. */
async function sweep(days: number, unreadable: ReadonlySet<string> | 'all'): Promise<string[]> {
  const reads: string[] = [];
  const { gateway } = shop.deps;
  const readInvoice = (ref: string) => {
    reads.push(ref);
    return unreadable === 'all' || unreadable.has(ref)
      ? Promise.reject(new GatewayUnavailable('a time limit'))
      : gateway.readInvoice(ref);
  };
  const deps: Deps = {
    ...shop.deps,
    clock: { now: () => new Date(Date.now() + days * 86_400_000) },
    gateway: { ...gateway, readInvoice },
  };
  await sweepInvoices(deps);
  await sweepCredit(deps);
  return reads;
}

const isFrozen = async (person: Parameters<typeof accountOf>[0]): Promise<boolean> => {
  const { frozen } = await accountOf(person);
  return frozen !== null;
};

test('a sweep stops after three outages in a row, and freezes unchecked accounts only after three days', async () => {
  const bought = [
    await aBoughtInvoice(shop),
    await aBoughtInvoice(shop),
    await aBoughtInvoice(shop),
    await aBoughtInvoice(shop),
  ];
  const frozen = () => Promise.all(bought.map(({ person }) => isFrozen(person)));
  expect(await sweep(31, 'all')).toHaveLength(3);
  expect(await frozen()).toEqual([false, false, false, false]);

  // One can be read and is unpaid, so its account is frozen. The others wait.
  const [first, ...others] = bought;
  const unreadable = new Set(others.map(({ sent }) => sent.id));
  // Each sweep uses another order, so its turn comes.
  for (let attempt = 0; attempt < 40 && !(await frozen())[0]; attempt += 1) await sweep(32, unreadable);
  expect(
    await Promise.all(bought.map(async ({ id }) => (await invoiceRow(shop, id)).unread_since !== null)),
  ).toEqual([false, true, true, true]);
  expect(await frozen()).toEqual([true, false, false, false]);
  await sweep(33.9, 'all');
  expect(await frozen()).toEqual([true, false, false, false]);
  await sweep(34.1, 'all');
  expect(await frozen()).toEqual([true, true, true, true]);
  expect(first?.id).toBeDefined();
});
