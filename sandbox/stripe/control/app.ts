/**
 * The control API for tests and the demo. JSON in, JSON out, no keys. Like the whole sandbox, it listens on
 * this machine only.
 */
import { type Context, Hono, type Next } from 'hono';
import { z } from 'zod';
import { billingSettings, changeBillingSettings } from '#sandbox/stripe/billing/settings.ts';
import { ApiError, noSuch } from '#sandbox/stripe/http/errors.ts';
import { isFromElsewhere } from '#sandbox/origin.ts';
import { paymentWork } from '#sandbox/stripe/payment-work.ts';
import { runTimers } from '#sandbox/stripe/timers.ts';
import { noChaos } from '#sandbox/stripe/webhooks/webhooks.ts';
import { type Call, internalCall, type World } from '#sandbox/stripe/world.ts';
import * as bank from './bank.ts';
import * as clock from './clock.ts';
import { recentPayments } from './payments.ts';
import * as shopper from './shopper.ts';
import { reset } from './reset.ts';
import * as endpoint from './webhook-endpoint.ts';

const Fault = z.strictObject({
  where: z.enum(['before', 'after']),
  how: z.enum(['500', '503', 'timeout', 'reset', 'delay']),
  match: z.string().nullable().default(null),
  times: z.int().min(1).max(1_000).default(1),
  delay_ms: z.int().min(0).max(120_000).default(0),
});

const Chaos = z.strictObject({
  /** `release` is an alias of `deliver`: held deliveries are sent now. */
  mode: z.enum(['deliver', 'release', 'hold', 'drop']).optional(),
  duplicate: z.int().min(1).max(20).optional(),
  delay_ms: z.int().min(0).max(600_000).optional(),
  order: z.enum(['arrival', 'reverse', 'shuffle']).optional(),
});

const BillingOptions = z.strictObject({
  retry_after_days: z.array(z.number().positive().max(60)).max(8).optional(),
  after_last_retry: z.enum(['past_due', 'canceled', 'unpaid']).optional(),
});

export function controlApp(world: World): Hono {
  const app = new Hono();
  app.use('/control/*', refuseOtherPages);
  app.put('/control/webhook-endpoint', (context) =>
    answer(context, world, endpoint.Registration, endpoint.register),
  );
  app.post('/control/webhooks', (context) => answer(context, world, Chaos, steerWebhooks));
  app.get('/control/webhooks', (context) =>
    context.json({ chaos: world.webhooks.chaos, data: world.webhooks.newestDeliveries(limitOf(context)) }),
  );
  app.post('/control/events/:id/resend', (context) =>
    answer(context, world, z.object({}), () => {
      const id = context.req.param('id');
      if (world.store.find('event', id) === null) throw noSuch('event', id);
      return { sent_to: world.webhooks.resend(id) };
    }),
  );
  app.post('/control/fail-next', (context) => answer(context, world, Fault, armFault));
  app.delete('/control/fail-next', (context) =>
    answer(context, world, z.object({}), ({ world: { faults } }) => {
      faults.clear();
      return { armed: [] };
    }),
  );
  app.post('/control/confirm', (context) => answer(context, world, shopper.Confirmation, shopper.confirm));
  app.post('/control/refunds', (context) => answer(context, world, shopper.RefundOptions, shopper.refund));
  app.post('/control/disputes', (context) => answer(context, world, bank.DisputeOptions, bank.dispute));
  app.post('/control/disputes/:id/close', (context) =>
    answer(context, world, bank.Decision, (call, decision) =>
      bank.decide(call, context.req.param('id'), decision),
    ),
  );
  app.post('/control/settle', (context) =>
    answer(context, world, z.object({}), () => ({ ran: runTimers(world, paymentWork, true) })),
  );
  app.get('/control/clock', (context) => context.json(clock.readClock(world)));
  app.post('/control/clock', (context) => answer(context, world, clock.ClockOptions, clock.advanceClock));
  app.get('/control/billing', (context) => context.json(billingSettings(world)));
  app.post('/control/billing', (context) =>
    answer(context, world, BillingOptions, (_call, options) => changeBillingSettings(world, options)),
  );
  app.post('/control/reset', (context) => answer(context, world, z.object({}), reset));
  app.get('/control/payments', (context) => context.json({ data: recentPayments(world, limitOf(context)) }));
  app.get('/control/requests', (context) => context.json({ data: world.log.newest(limitOf(context)) }));
  return app;
}

async function refuseOtherPages(context: Context, next: Next) {
  if (!isFromElsewhere(context)) return next();
  return context.json(
    { error: { type: 'invalid_request_error', message: 'The control API takes no calls from other pages.' } },
    403,
  );
}

const limitOf = (context: Context): number =>
  Math.min(Math.max(Number.parseInt(context.req.query('limit') ?? '', 10) || 100, 1), 1_000);

/** Parses the body, runs the work, and returns errors in the format of the REST API. */
async function answer<S extends z.ZodType>(
  context: Context,
  world: World,
  schema: S,
  work: (call: Call, input: z.output<S>) => object,
): Promise<Response> {
  const sent = await context.req.text();
  const parsed = schema.safeParse(sent === '' ? {} : readJson(sent));
  if (!parsed.success)
    return context.json(
      { error: { type: 'invalid_request_error', message: z.prettifyError(parsed.error) } },
      400,
    );
  try {
    return context.json(work(internalCall(world), parsed.data));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return context.json({ error: error.details }, error.status as 400);
  } finally {
    world.webhooks.wake();
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function armFault(
  { world: { faults } }: Call,
  { delay_ms: delayMs, ...fault }: z.output<typeof Fault>,
): object {
  faults.arm({ ...fault, delayMs });
  return { armed: faults.armed };
}

/** Omitted options return to their defaults, so one call describes the complete state. */
function steerWebhooks({ world: { webhooks } }: Call, options: z.output<typeof Chaos>): object {
  webhooks.chaos = {
    mode: options.mode === undefined || options.mode === 'release' ? 'deliver' : options.mode,
    copies: options.duplicate ?? noChaos.copies,
    delayMs: options.delay_ms ?? noChaos.delayMs,
    order: options.order ?? noChaos.order,
  };
  return { chaos: webhooks.chaos };
}
