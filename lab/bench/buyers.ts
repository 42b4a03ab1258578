/**
 * Guests who buy repeatedly: place an order, confirm with a card at the processor, and poll until it is paid.
 */
import { randomUUID } from 'node:crypto';
import { billingDetails } from '#test/builders/buyer.ts';
import { openConnection, type Reply, toRequest } from './connection.ts';
import type { World } from './processes.ts';
import { usedByMeMs, usedCpuMs, usedCpuMsWithChildren } from './processor-time.ts';

export type Bought = {
  purchases: number;
  tookSeconds: number;
  purchaseMs: number[];
  wholeMs: number[];
  asks: number;
  /** CPU time of one purchase, by process. */
  cpuMsEach: Record<User, number>;
};
export type User = (typeof users)[number];
export const users = ['shop', 'database', 'sandbox', 'buyers'] as const;
export type Buyers = {
  buyers: number;
  seconds: number;
  /** A pause between two purchases of one buyer. Default: none. */
  restMs?: number;
};

const purchasesAtMost = 100_000;
const asksAtMost = 200;

export async function sendBuyers(world: World, { buyers, seconds, restMs = 0 }: Buyers): Promise<Bought> {
  const bought: Bought = {
    purchases: 0,
    tookSeconds: 0,
    purchaseMs: [],
    wholeMs: [],
    asks: 0,
    cpuMsEach: usedSoFarMs(world),
  };
  const before = bought.cpuMsEach;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      const shops = [world.shop, ...world.others];
      const toShop = await openConnection(shops[buyer % shops.length]?.origin ?? '');
      const toSandbox = await openConnection(world.sandbox.origin);
      while (performance.now() < endsAt && bought.purchases < purchasesAtMost) {
        await buyOnce(bought, buyer, toShop.ask, toSandbox.ask);
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      }
      toShop.close();
      toSandbox.close();
    }),
  );
  bought.tookSeconds = (performance.now() - startedAt) / 1_000;
  const after = usedSoFarMs(world);
  bought.cpuMsEach = byUser((user) => (after[user] - before[user]) / bought.purchases);
  return bought;
}

const byUser = (of: (user: User) => number): Record<User, number> =>
  Object.fromEntries(users.map((user) => [user, of(user)])) as Record<User, number>;

const usedSoFarMs = ({ shop, others, sandbox, databasePid }: World): Record<User, number> => ({
  shop: [shop, ...others].reduce((sum, { pid }) => sum + usedCpuMs(pid), 0),
  database: usedCpuMsWithChildren(databasePid),
  sandbox: usedCpuMs(sandbox.pid),
  buyers: usedByMeMs(),
});

type Ask = (request: Buffer) => Promise<Reply>;

async function buyOnce(bought: Bought, buyer: number, askShop: Ask, askSandbox: Ask): Promise<void> {
  const startedAt = performance.now();
  const options = { productIds: ['ein-filing'], billingDetails: billingOf(buyer) };
  const headers = { 'idempotency-key': randomUUID() };
  const offer = read<{ orderId: string; client_secret: string }>(
    await askShop(toRequest('POST', '/api/payments/create-and-purchase', headers, options)),
  );
  bought.purchaseMs.push(performance.now() - startedAt);
  const intent = offer.client_secret.slice(0, offer.client_secret.indexOf('_secret_'));
  read(
    await askSandbox(
      toRequest('POST', '/control/confirm', {}, { payment_intent: intent, card: '4242424242424242' }),
    ),
  );
  const check = toRequest('GET', `/api/orders/${offer.orderId}/payment-status`);
  for (let polls = 1; ; polls += 1) {
    bought.asks += 1;
    if (read<{ status: string }>(await askShop(check)).status === 'paid') break;
    if (polls >= asksAtMost) throw new Error(`order ${offer.orderId} is not paid after ${polls} looks`);
  }
  bought.purchases += 1;
  bought.wholeMs.push(performance.now() - startedAt);
}

const billingOf = (buyer: number) => ({ ...billingDetails, email: `kofi-${buyer}@example.com` });

function read<T>({ status, body }: Reply): T {
  if (status > 299) throw new Error(`refused with ${status}: ${body.toString()}`);
  return JSON.parse(body.toString()) as T;
}
