/**
 * Simulates guests who buy continuously until stopped. One in four buys a subscription, one in five uses a
 * coupon code.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '#contract/client.ts';
import { contract } from '#contract/contract.ts';
import type { Sandbox } from '#sandbox/start.ts';
import { billingDetails, intentOf } from '#test/builders/buyer.ts';
import { control } from '#tools/sandbox-control.ts';

/** `tookMs`: from the click to "paid". */
export type Purchase = { orderId: string; intent: string; at: number; tookMs: number };
export type Buyers = { purchases: Purchase[]; stop(): Promise<void> };

const paidWithinMs = 30_000;

export function startBuyers(origin: string, sandbox: Sandbox, count: number): Buyers {
  const purchases: Purchase[] = [];
  const state = { hasEnded: false, bought: 0 };
  const buyRepeatedly = async (): Promise<void> => {
    while (!state.hasEnded) {
      state.bought += 1;
      // A shop that is being killed does not answer. That also ends the buyer.
      await buyOnce(origin, sandbox, state.bought)
        .then((purchase) => purchases.push(purchase))
        .catch(async (error: unknown) => {
          if (!state.hasEnded) throw error;
        });
    }
  };
  const all = Promise.all(Array.from({ length: count }, buyRepeatedly));
  all.catch(() => {}); // `stop` receives the error.
  return {
    purchases,
    stop: async () => {
      state.hasEnded = true;
      await all;
    },
  };
}

async function buyOnce(origin: string, sandbox: Sandbox, number: number): Promise<Purchase> {
  const call = createClient(fetch, origin);
  const startedAt = performance.now();
  const email = `drill.${randomUUID()}@example.com`;
  const answer = await call(contract.createAndPurchase, {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      productIds: [number % 4 === 0 ? 'us-business-address' : 'ein-filing'],
      billingDetails: { ...billingDetails, email },
      ...(number % 5 === 0 ? { discountCode: 'WELCOME10' } : {}),
    },
  });
  const { orderId } = answer;
  const intent = intentOf(answer);
  await control(sandbox.origin, 'POST', 'confirm', { payment_intent: intent, name: 'Kofi Mensah', email });
  while ((await call(contract.readPaymentStatus, { params: { id: orderId } })).status !== 'paid') {
    if (performance.now() - startedAt > paidWithinMs)
      throw new Error(`order ${orderId} is not paid after ${paidWithinMs / 1_000} seconds`);
    await pause(100);
  }
  return { orderId, intent, at: Date.now(), tookMs: performance.now() - startedAt };
}
