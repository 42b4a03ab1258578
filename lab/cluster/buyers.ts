/**
 * Simulates customers who arrive at a steady rate. Each fills a cart, buys, pays at the processor, and polls
 * until the order is paid. A request that fails or gets a 503 is retried under the same key, as the checkout
 * page does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aPurchaseRequest, billingDetails, intentOf } from '#test/builders/buyer.ts';
import { control } from '#tools/sandbox-control.ts';

const answeredWithinMs = 15_000;
const [soonMs, seldomMs] = [400, 4_000];
const retryMs = 200;
/** Longer than any fault lasts, if the machine can sustain the rate. */
const servedWithinMs = 120_000;
const goodCard = '4242424242424242';

export type Sale = { orderId: string; email: string; at: number };
export type Buyers = {
  /** Acknowledged orders with their time. */
  placed: Sale[];
  /** Orders that a customer saw as paid, with the time. */
  sales: Sale[];
  /** Failed requests, including those that succeeded on retry. */
  failures: { at: number; what: string }[];
  /** Responses that no customer should ever get. */
  lost: string[];
  /** Number of customers who gave up after two minutes. What they saw until then must still be correct. */
  gaveUp: number;
  /** Attempts, including retries. */
  requests: number;
  /** Stops new arrivals; resolves when all current customers are done. */
  stop(): Promise<void>;
};

type Shop = { origin: string; sandboxOrigin: string; perSecond: number };

export function sendBuyers({ origin, sandboxOrigin, perSecond }: Shop): Buyers {
  const atWork = new Set<Promise<void>>();
  const buyers: Buyers = {
    ...{ placed: [], sales: [], failures: [], lost: [], gaveUp: 0, requests: 0 },
    stop: async () => {
      clearInterval(coming);
      await Promise.all(atWork);
    },
  };
  const coming = setInterval(() => {
    const visit = buy({ origin, sandboxOrigin }, buyers).catch((error: unknown) => {
      if (error instanceof GaveUp) buyers.gaveUp += 1;
      else buyers.lost.push(String(error));
    });
    atWork.add(visit);
    void visit.finally(() => atWork.delete(visit));
  }, 1_000 / perSecond);
  return buyers;
}

class GaveUp extends Error {}

async function buy({ origin, sandboxOrigin }: Omit<Shop, 'perSecond'>, buyers: Buyers): Promise<void> {
  const givesUpAt = performance.now() + servedWithinMs;
  const send = <Answer>(path: string, options: RequestInit = {}): Promise<Answer> =>
    persist(`${origin}${path}`, options, buyers, givesUpAt);
  const post = <Answer>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const email = `${randomUUID()}@example.com`;
  const request = aPurchaseRequest({ billingDetails: { ...billingDetails, email } });
  const cart = await post<{ id: string }>('/api/carts', { productIds: request.productIds, email });
  const order = await post<{ orderId: string; client_secret?: string }>(
    '/api/payments/create-and-purchase',
    { ...request, cartId: cart.id },
    { 'idempotency-key': randomUUID() },
  );
  const { orderId } = order;
  buyers.placed.push({ orderId, email, at: performance.now() });
  await control(sandboxOrigin, 'POST', 'confirm', {
    payment_intent: intentOf(order),
    card: goodCard,
    name: 'Kofi Mensah',
    email,
  });
  for (;;) {
    const { status } = await send<{ status: string }>(`/api/orders/${orderId}/payment-status`);
    if (status === 'paid') break;
    if (performance.now() > givesUpAt) throw new GaveUp(`${orderId} is still ${status}`);
    await pause(retryMs);
  }
  buyers.sales.push({ orderId, email, at: performance.now() });
}

/**
 * Retries temporary failures (no response, 5xx, `payment_in_progress`) until `givesUpAt`. Other errors throw
 * immediately.
 */
async function persist<Answer>(
  url: string,
  options: RequestInit,
  buyers: Buyers,
  givesUpAt: number,
): Promise<Answer> {
  const what = `${options.method ?? 'GET'} ${new URL(url).pathname.replace(/\/(ord|cart)_[^/]+/, '/$1')}`;
  for (let pauseMs = soonMs; ; pauseMs = Math.min(2 * pauseMs, seldomMs)) {
    buyers.requests += 1;
    const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(answeredWithinMs) })
      .then(async (answered) => ({ status: answered.status, text: await answered.text() }))
      .catch((error: unknown) => ({
        status: 0,
        text: error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error),
      }));
    if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text) as Answer;
    const problem = `${what}: ${answer.status} ${answer.text.slice(0, 200)}`;
    const passes = answer.status === 0 || answer.status >= 500 || answer.text.includes('payment_in_progress');
    if (!passes) throw new Error(problem);
    if (performance.now() > givesUpAt) throw new GaveUp(problem);
    buyers.failures.push({ at: performance.now(), what: problem });
    await pause(pauseMs * (0.5 + Math.random()));
  }
}
