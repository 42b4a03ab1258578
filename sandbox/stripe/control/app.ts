/**
 * The control API: what tests and the demonstration do from outside of Stripe's protocol. JSON in, JSON out, no keys;
 * it listens where the sandbox listens, which is this machine only.
 */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { completeChallenge, openChallengeOf } from '#sandbox/stripe/challenges.ts';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import { ApiError } from '#sandbox/stripe/http/errors.ts';
import { randomText } from '#sandbox/stripe/ids.ts';
import { createPaymentMethod } from '#sandbox/stripe/payment-methods.ts';
import { createEndpoint } from '#sandbox/stripe/resources/webhook-endpoints.ts';
import { type Call, internalCall, type World } from '#sandbox/stripe/world.ts';

const Endpoint = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().startsWith('whsec_').optional(),
  enabled_events: z.array(z.string()).min(1).optional(),
});

const Confirm = z.strictObject({
  payment_intent: z.string(),
  card: z.string().default('4242424242424242'),
  challenge: z.enum(['pass', 'fail']).optional(),
  return_url: z.url().optional(),
});

export function controlApp(world: World): Hono {
  const app = new Hono();
  app.put('/control/webhook-endpoint', async (context) => answer(context, world, Endpoint, registerEndpoint));
  app.post('/control/confirm', async (context) => answer(context, world, Confirm, confirm));
  app.get('/control/requests', (context) => context.json({ data: world.log.newest(Number(context.req.query('limit') ?? 100) || 100) }));
  return app;
}

/** Reads the body, works in one step, and turns refusals into the same shape as the REST side. */
async function answer<S extends z.ZodType>(
  context: Context, world: World, schema: S, work: (call: Call, input: z.output<S>) => object,
): Promise<Response> {
  const parsed = schema.safeParse(await context.req.json().catch(() => ({})));
  if (!parsed.success) return context.json({ error: { type: 'invalid_request_error', message: z.prettifyError(parsed.error) } }, 400);
  try {
    return context.json(work(internalCall(world), parsed.data));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return context.json({ error: error.details }, error.status as 400);
  } finally {
    world.webhooks.wake();
  }
}

/** The shop says where it listens. Repeating it with the same address keeps the endpoint and replaces the secret. */
function registerEndpoint(call: Call, { url, secret, enabled_events: wanted }: z.output<typeof Endpoint>): object {
  const { store, database } = call.world;
  return database.step(() => {
    const known = store.list('webhook_endpoint', { limit: 100 }).find((endpoint) => endpoint.url === url);
    const kept = known === undefined ? null : store.secretsOf('webhook_endpoint', known.id).secret;
    const signing = secret ?? kept ?? `whsec_${randomText(32)}`;
    const enabledEvents = wanted ?? ['*'];
    const endpoint = known === undefined
      ? createEndpoint(call, { url, secret: signing, enabledEvents, description: 'The shop', metadata: {}, version: null })
      : store.save('webhook_endpoint', { ...known, enabled_events: enabledEvents, status: 'enabled' });
    store.saveSecrets('webhook_endpoint', endpoint.id, { secret: signing });
    return { ...endpoint, secret: signing };
  });
}

/** What a shopper does in the browser: type a card, confirm, answer the bank. A decline is an answer here, not an error. */
function confirm(call: Call, wish: z.output<typeof Confirm>): object {
  const { store, database } = call.world;
  const intent = store.find('payment_intent', wish.payment_intent);
  if (intent === null) throw new ApiError(404, { type: 'invalid_request_error', message: `No such payment_intent: '${wish.payment_intent}'` });
  const declined = database.step(() => {
    try {
      const year = new Date(call.world.nowMs()).getUTCFullYear() + 2;
      const method = createPaymentMethod(call, { card: { number: wish.card, exp_month: 12, exp_year: year, cvc: wish.card.startsWith('3') ? '1234' : '123' }, billing: undefined });
      confirmPayment(call, intent, {
        methodId: method.id, methodData: null, returnUrl: wish.return_url ?? null, useStripeSdk: true, offSession: false, failOnAction: false,
      });
      return null;
    } catch (error) {
      if (error instanceof ApiError && error.keepsChanges) return error.details;
      throw error;
    }
  });
  const waits = store.get('payment_intent', intent.id).status === 'requires_action';
  if (waits && wish.challenge !== undefined) completeChallenge(call.world, openChallengeOf(call.world, 'payment_intent', intent.id), wish.challenge);
  const settled = store.get('payment_intent', intent.id);
  return { id: settled.id, status: settled.status, last_payment_error: settled.last_payment_error, decline_code: declined?.decline_code ?? settled.last_payment_error?.decline_code ?? null };
}

