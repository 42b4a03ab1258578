/**
 * Starts a sandbox for one test, with the official SDK, the browser's fetch, the control API, and a webhook
 * listener.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/start.ts';
import { watchShapes } from '#sandbox/stripe/schema/watch.ts';

export type Delivery = { event: Stripe.Event; headers: IncomingHttpHeaders; body: string };

export type Listener = {
  url: string;
  deliveries: Delivery[];
  /** The status that the webhook listener returns. Change it to simulate an outage. */
  status: number;
  stop: () => Promise<void>;
};

export type StripeSandbox = {
  sandbox: Sandbox;
  stripe: Stripe;
  /** Exchanges so far that did not have Stripe's shape. */
  complaints: readonly string[];
  /** Number of exchanges that were checked. */
  seen: () => number;
  control: <T = Record<string, unknown>>(method: string, path: string, body?: object) => Promise<T>;
  browser: (
    method: string,
    path: string,
    parameters?: Record<string, string>,
  ) => Promise<{ status: number; body: BrowserAnswer }>;
  stop: () => Promise<void>;
};
export type BrowserAnswer = Record<string, unknown> & { error?: Record<string, unknown> };

/** `shapes` checks every exchange against the SDK's types. Loading them takes seconds. */
export async function aStripeSandbox({
  shapes = false,
  ...options
}: Partial<SandboxOptions> & { shapes?: boolean } = {}): Promise<StripeSandbox> {
  const watch = watchShapes();
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: null,
    ...(shapes ? { observe: watch.observe } : {}),
    ...options,
  });
  return {
    sandbox,
    stripe: sdkFor(sandbox.origin, sandbox.secretKey),
    complaints: watch.complaints,
    seen: () => watch.seen,
    control: async (method, path, body) => {
      const response = await fetch(`${sandbox.origin}/control${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as never;
    },
    browser: async (method, path, parameters = {}) => {
      const form = new URLSearchParams(parameters).toString();
      const response = await fetch(`${sandbox.origin}${path}${method === 'GET' ? `?${form}` : ''}`, {
        method,
        headers: {
          authorization: `Bearer ${sandbox.publishableKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(method === 'GET' ? {} : { body: form }),
      });
      return { status: response.status, body: (await response.json()) as BrowserAnswer };
    },
    stop: () => sandbox.stop(),
  };
}

export function sdkFor(origin: string, key: string, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(origin);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/**
 * Starts a server that receives webhooks and verifies their signature with the SDK. A forged one fails the
 * test through its body.
 */
export async function aListener(secret: string, port = 0): Promise<Listener> {
  const { webhooks } = new Stripe('sk_test_listener');
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text: Buffer) => (body += text.toString()));
    request.on('end', () => {
      const event = webhooks.constructEvent(body, String(request.headers['stripe-signature']), secret);
      listener.deliveries.push({ event, headers: request.headers, body });
      response.writeHead(listener.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    deliveries: [],
    status: 200,
    stop: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
  return listener;
}

/** Returns the error that a call rejects with. A call that succeeds fails the test. */
export const refusalOf = (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => error as Stripe.errors.StripeError,
  );

/**
 * Pays as the browser script does: creates a payment method from card digits, then confirms with the client
 * secret.
 */
export async function payInBrowser(
  { browser }: StripeSandbox,
  intent: { id: string; client_secret: string | null },
  number: string,
) {
  const paymentMethod = await browser('POST', '/v1/payment_methods', {
    type: 'card',
    ...typedCard,
    'card[number]': number,
    'card[cvc]': number.startsWith('3') ? '1234' : '123',
  });
  const kind = intent.id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  return browser('POST', `/v1/${kind}/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    payment_method: String(paymentMethod.body.id),
    use_stripe_sdk: 'true',
    return_url: 'http://shop.example/done?order=1',
  });
}

export const typedCard = {
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
};
