/**
 * Simulates customers during version changes: they browse, fill a cart, buy, pay, and poll until the order is
 * paid.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aPurchaseRequest, billingDetails, intentOf } from '#test/builders/buyer.ts';
import { control } from '#tools/sandbox-control.ts';

const paidWithinMs = 30_000;
const answeredWithinMs = 20_000;
const retryMs = 150;
const goodCard = '4242424242424242';

export type Phase = {
  name: string;
  requests: number;
  purchases: number;
  failures: string[];
  slowestMs: number;
  ms: number;
};
export type Load = {
  phases: Phase[];
  /** Counts what happens from now on under this name. */
  enter(name: string): void;
  /** Stops after every customer has finished. */
  stop(): Promise<void>;
  /** Orders that a customer saw as paid. */
  paidOrders: string[];
};

type Shop = { origin: string; sandboxOrigin: string };

export function startLoad({ origin, sandboxOrigin }: Shop, customers: number): Load {
  const phases: Phase[] = [];
  const paidOrders: string[] = [];
  const atWork: Promise<void>[] = [];
  const state = { hasEnded: false, enteredAt: 0 };
  const current = (): Phase => phases.at(-1) as Phase;
  const leave = (): void => {
    const phase = phases.at(-1);
    if (phase !== undefined) phase.ms = performance.now() - state.enteredAt;
  };
  const ask = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const phase = current();
    const startedAt = performance.now();
    phase.requests += 1;
    const what = `${options.method ?? 'GET'} ${path.replace(/\/(ord|cart)_[^/]+/, '/$1')}`;
    try {
      const answer = await fetch(`${origin}${path}`, {
        ...options,
        signal: AbortSignal.timeout(answeredWithinMs),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
      return answer;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      phase.failures.push(`${what}: ${reason}`);
      throw new Failed(what, { cause: error });
    } finally {
      phase.slowestMs = Math.max(phase.slowestMs, performance.now() - startedAt);
    }
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const customer = async (): Promise<void> => {
    while (!state.hasEnded) {
      await visit({ ask, post, sandboxOrigin, current, paidOrders }).catch((error: unknown) => {
        if (!(error instanceof Failed)) current().failures.push(String(error));
      });
    }
  };
  return {
    phases,
    paidOrders,
    enter: (name) => {
      leave();
      state.enteredAt = performance.now();
      phases.push({ name, requests: 0, purchases: 0, failures: [], slowestMs: 0, ms: 0 });
      if (phases.length === 1) for (let count = 0; count < customers; count += 1) atWork.push(customer());
    },
    stop: async () => {
      state.hasEnded = true;
      await Promise.all(atWork);
      leave();
    },
  };
}

/** The failure is already counted; the customer starts again. */
class Failed extends Error {}

type Visit = {
  ask(path: string): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  sandboxOrigin: string;
  current(): Phase;
  paidOrders: string[];
};

async function visit({ ask, post, sandboxOrigin, current, paidOrders }: Visit): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const request = aPurchaseRequest({ billingDetails: { ...billingDetails, email } });
  await (await ask('/products')).text();
  await (await ask('/api/products')).json();
  const cart = (await (await post('/api/carts', { productIds: request.productIds, email })).json()) as {
    id: string;
  };
  await (await ask(`/api/carts/${cart.id}`)).json();
  const key = randomUUID();
  const bought = await post(
    '/api/payments/create-and-purchase',
    { ...request, cartId: cart.id },
    { 'idempotency-key': key },
  );
  const { orderId, client_secret: secret } = (await bought.json()) as {
    orderId: string;
    client_secret?: string;
  };
  await control(sandboxOrigin, 'POST', 'confirm', {
    payment_intent: intentOf({ client_secret: secret }),
    card: goodCard,
  });
  const startedAt = performance.now();
  for (;;) {
    const { status } = (await (await ask(`/api/orders/${orderId}/payment-status`)).json()) as {
      status: string;
    };
    if (status === 'paid') break;
    if (performance.now() - startedAt > paidWithinMs)
      throw new Error(`${orderId} is still ${status} after ${paidWithinMs / 1_000} seconds`);
    await pause(retryMs);
  }
  paidOrders.push(orderId);
  current().purchases += 1;
}
