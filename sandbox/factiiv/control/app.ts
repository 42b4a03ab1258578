/** The control API under `/control/factiiv`, for tests and the demo. JSON in, JSON out, no keys. */
import { type Context, Hono, type Next } from 'hono';
import { z } from 'zod';
import * as book from '#sandbox/factiiv/book.ts';
import { clearedTables } from '#sandbox/factiiv/database.ts';
import { refusalAnswer } from '#sandbox/factiiv/http/answers.ts';
import { read } from '#sandbox/factiiv/http/fields.ts';
import { grantKey, keysOf, revokeKeys } from '#sandbox/factiiv/keys.ts';
import * as people from '#sandbox/factiiv/people.ts';
import { notFound, Refusal } from '#sandbox/factiiv/refusal.ts';
import { accept, acceptByBoth, catchUp, reject } from '#sandbox/factiiv/review.ts';
import { scoreHistory, scoreOf, setScore } from '#sandbox/factiiv/score.ts';
import { changeSettings, resetSettings, settingsOf } from '#sandbox/factiiv/settings.ts';
import { faultKinds, type World } from '#sandbox/factiiv/world.ts';
import { isFromElsewhere } from '#sandbox/origin.ts';

const everything = 1_000_000;

const name = z.string().trim().min(1).max(200);
const NewUser = z.strictObject({
  email: z.email(),
  first_name: name,
  last_name: name,
  password: z.string().min(1).optional(),
});
const NewBusiness = z.strictObject({ name });
const NewKey = z.strictObject({ business_id: z.string(), connecting_app: name, connecting_user_id: name });
const Revocation = z.union([
  z.strictObject({ api_key: z.string() }).transform(({ api_key: key }) => ({ key })),
  z.strictObject({ business_id: z.string() }).transform(({ business_id: businessId }) => ({ businessId })),
]);
const side = z.enum(['counterparty', 'staff']);
const Acceptance = z.strictObject({ as: z.enum([...side.options, 'both']).default('both') });
const Rejection = z.strictObject({ as: side.default('staff'), reason: z.string().trim().min(1).max(255) });
const ScoreOptions = z.strictObject({ score: z.int().min(0).max(1_000).nullable() });
const SettingsOptions = z.strictObject({
  accept_after_seconds: z.number().min(0).max(31_536_000).nullable().optional(),
  requests_per_minute: z.int().min(1).max(1_000_000).nullable().optional(),
});
const ClockOptions = z.strictObject({ advance_seconds: z.number().min(0) });
const FaultOptions = z.strictObject({
  where: z.enum(['before', 'after']),
  how: z.enum(faultKinds),
  /** Format: `POST /api/v1/trades*`. A star matches anything, null matches every call. */
  match: z.string().nullable().default(null),
  times: z.int().min(1).max(1_000).default(1),
  delay_ms: z.int().min(0).max(120_000).default(0),
});

export function controlApp(world: World): Hono {
  const app = new Hono().basePath('/control/factiiv');
  app.use('*', refuseOtherPages);
  app.onError((error, context) => refusalAnswer(context, error));
  app.get('/', (context) =>
    context.json({
      origin: world.origin,
      api_base: `${world.origin}/api/v1`,
      connect_url: `${world.origin}/connect`,
    }),
  );
  peopleCalls(app, world);
  bookCalls(app, world);
  faultRoutes(app, world);
  return app;
}

function peopleCalls(app: Hono, world: World): void {
  app.get('/users', (context) =>
    context.json({
      data: people
        .allPeople(world)
        .map((person) => ({ ...person, businesses: people.businessesOf(world, person.id) })),
    }),
  );
  app.post('/users', async (context) => {
    const { email, first_name: firstName, last_name: lastName, password } = await bodyOf(context, NewUser);
    return context.json(people.addPerson(world, { email, firstName, lastName, password }), 201);
  });
  app.post('/users/:id/businesses', async (context) => {
    const { name } = await bodyOf(context, NewBusiness);
    const person = people.findPerson(world, context.req.param('id'));
    if (person === null) throw notFound('user');
    return context.json(people.addBusiness(world, person.id, name), 201);
  });
  app.post('/keys', async (context) => {
    const sent = await bodyOf(context, NewKey);
    const business = businessOf(world, sent.business_id);
    const { connecting_app: connectingApp, connecting_user_id: connectingUserId } = sent;
    const api_key = grantKey(world, { businessId: business.id, connectingApp, connectingUserId });
    return context.json({ api_key, fact_id: business.personId, business_id: business.id }, 201);
  });
  app.post('/keys/revoke', async (context) =>
    context.json({ revoked: revokeKeys(world, await bodyOf(context, Revocation)) }),
  );
}

function bookCalls(app: Hono, world: World): void {
  app.get('/book', (context) =>
    context.json({ data: people.businessesOf(world, null).map(({ id }) => bookOf(world, id)) }),
  );
  app.get('/book/:businessId', (context) =>
    context.json(bookOf(world, businessOf(world, context.req.param('businessId')).id)),
  );
  app.post('/accept-all', (context) => context.json({ accepted: acceptAll(world) }));
  for (const [path, kind] of [
    ['/trades/:id', 'trade'],
    ['/activities/:id', 'activity'],
  ] as const) {
    app.post(`${path}/accept`, async (context) => {
      const { as } = await bodyOf(context, Acceptance);
      const id = context.req.param('id') ?? '';
      catchUp(world);
      return context.json(as === 'both' ? acceptByBoth(world, kind, id) : accept(world, kind, id, as));
    });
    app.post(`${path}/reject`, async (context) => {
      const { as, reason } = await bodyOf(context, Rejection);
      catchUp(world);
      return context.json(reject(world, kind, context.req.param('id') ?? '', as, reason));
    });
  }
  app.post('/scores/:businessId', async (context) => {
    const { score } = await bodyOf(context, ScoreOptions);
    return context.json(setScore(world, businessOf(world, context.req.param('businessId')).id, score));
  });
}

function faultRoutes(app: Hono, world: World): void {
  app.get('/settings', (context) => context.json(settingsAnswer(world)));
  app.put('/settings', async (context) => {
    const sent = await bodyOf(context, SettingsOptions);
    catchUp(world);
    changeSettings(world, {
      ...(sent.accept_after_seconds === undefined ? {} : { acceptAfterSeconds: sent.accept_after_seconds }),
      ...(sent.requests_per_minute === undefined ? {} : { requestsPerMinute: sent.requests_per_minute }),
    });
    return context.json(settingsAnswer(world));
  });
  app.get('/clock', (context) => context.json(clockAnswer(world)));
  app.post('/clock', async (context) => {
    const { advance_seconds: seconds } = await bodyOf(context, ClockOptions);
    world.time.moveTo(world.time.nowMs() + seconds * 1_000);
    return context.json(clockAnswer(world));
  });
  app.post('/fail-next', async (context) => {
    const { delay_ms: delayMs, ...fault } = await bodyOf(context, FaultOptions);
    world.faults.arm({ ...fault, delayMs });
    return context.json({ armed: world.faults.armed });
  });
  app.get('/fail-next', (context) => context.json({ armed: world.faults.armed }));
  app.delete('/fail-next', (context) => {
    world.faults.clear();
    return context.json({ armed: [] });
  });
  app.get('/requests', (context) =>
    context.json({ data: world.log.newest(Number(context.req.query('limit') ?? 100) || 100) }),
  );
  app.post('/reset', (context) => {
    reset(world);
    return context.json({ reset: true });
  });
}

async function refuseOtherPages(context: Context, next: Next) {
  if (!isFromElsewhere(context)) return next();
  throw new Refusal(403, 'other_page', 'The control API takes no calls from other pages');
}

async function bodyOf<S extends z.ZodType>(context: Context, schema: S): Promise<z.output<S>> {
  const text = await context.req.text();
  try {
    return read(schema, text === '' ? {} : JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal(400, 'body_unreadable', 'The body is not JSON');
    throw error;
  }
}

function businessOf(world: World, id: string): people.Business {
  const business = people.findBusiness(world, id);
  if (business === null) throw notFound('business');
  return business;
}

/** Returns everything that Factiiv stores about a business. */
function bookOf(world: World, businessId: string): object {
  catchUp(world);
  return {
    business: people.findBusiness(world, businessId),
    score: scoreOf(world, businessId),
    scoreHistory: scoreHistory(world, businessId, everything, 0).data,
    trades: book.tradesOf(world, businessId, everything, 0).data,
    keys: keysOf(world, businessId),
  };
}

/** Returns the number of trades and activities that it accepted. */
export function acceptAll(world: World): number {
  catchUp(world);
  return world.database.step(() => {
    let accepted = 0;
    for (let { trades, activities } = book.pendingOf(world); trades.length + activities.length > 0; ) {
      for (const { id } of trades) acceptByBoth(world, 'trade', id);
      for (const { id } of activities) acceptByBoth(world, 'activity', id);
      accepted += trades.length + activities.length;
      ({ trades, activities } = book.pendingOf(world));
    }
    return accepted;
  });
}

function settingsAnswer(world: World): object {
  const { acceptAfterSeconds, requestsPerMinute } = settingsOf(world);
  return { accept_after_seconds: acceptAfterSeconds, requests_per_minute: requestsPerMinute };
}

const clockAnswer = ({ time }: World): object => ({
  now: Math.floor(time.nowMs() / 1_000),
  ahead_seconds: Math.round(time.aheadMs / 1_000),
});

/**
 * Resets to the demo people, without keys, trades, faults, and settings. The clock stays, because the whole
 * sandbox may share it.
 */
function reset(world: World): void {
  world.database.step(() => {
    for (const table of clearedTables) world.database.run(`delete from ${table}`);
    resetSettings(world);
    people.seedDemoPeople(world);
  });
  world.faults.clear();
  world.log.clear();
  world.rateLimit.clear();
}
