/** The API under `/api/v1`. A bearer key identifies one business, and responses are wrapped. */
import { Hono, type MiddlewareHandler } from 'hono';
import * as book from '#sandbox/factiiv/book.ts';
import { findKey, type Key } from '#sandbox/factiiv/keys.ts';
import { findBusiness, findPerson } from '#sandbox/factiiv/people.ts';
import { invalidField, notFound, Refusal } from '#sandbox/factiiv/refusal.ts';
import { catchUp } from '#sandbox/factiiv/review.ts';
import { scoreHistory, scoreOf } from '#sandbox/factiiv/score.ts';
import { settingsOf } from '#sandbox/factiiv/settings.ts';
import { today, type World } from '#sandbox/factiiv/world.ts';
import { answer, refusalAnswer } from './answers.ts';
import type { Env as BaseEnv } from './failing.ts';
import {
  Correction,
  NewActivity,
  NewTrade,
  type Paging,
  readBody,
  readPaging,
  Withdrawal,
} from './fields.ts';

type Env = BaseEnv & { Variables: { key: Key; profileId: string } };

export function apiApp(world: World): Hono<Env> {
  const app = new Hono<Env>().basePath('/api/v1');
  app.onError((error, context) => refusalAnswer(context, error));
  app.use('*', authenticated(world));
  app.get('/me', (context) => answer(context, ownerOf(world, context.get('key'))));
  app.post('/trades', async (context) => {
    const { profileId, ...trade } = await readBody(context, NewTrade);
    if (profileId !== undefined) checkOwn(context.get('key'), profileId);
    notInFuture(world, 'relationshipDate', trade.relationshipDate);
    const stored = world.database.step(() =>
      book.addTrade(world, context.get('profileId'), { ...trade, reference: trade.reference ?? null }),
    );
    return answer(context, stored, 201);
  });
  app.get('/trades/history/:profileId', (context) => {
    checkOwn(context.get('key'), context.req.param('profileId'));
    const paging = readPaging(context);
    return answer(
      context,
      paged(paging, book.tradesOf(world, context.get('profileId'), paging.limit, paging.offset)),
    );
  });
  app.put('/trades/:id', async (context) => {
    const changes = await readBody(context, Correction);
    const trade = ownTrade(world, context.get('key'), context.req.param('id'));
    const { amount = trade.amount, balance = trade.balance } = changes;
    if (trade.typeDesc === 'buysell' && balance > amount)
      throw invalidField('balance', 'The balance is larger than the total cost');
    return answer(
      context,
      world.database.step(() => book.correctTrade(world, trade, { amount, balance })),
    );
  });
  app.post('/trades/:id/withdraw', async (context) => {
    const { reason } = await readBody(context, Withdrawal);
    const trade = ownTrade(world, context.get('key'), context.req.param('id'));
    world.database.step(() => book.withdraw(world, 'trade', trade, reason));
    return answer(context, book.getTrade(world, trade.id));
  });
  app.post('/activities/:profileId', async (context) => {
    checkOwn(context.get('key'), context.req.param('profileId'));
    const activity = await readBody(context, NewActivity);
    const trade = book.findTrade(world, activity.tradeId);
    if (trade === null || trade.profileId !== context.get('profileId')) throw notFound('trade');
    notInFuture(world, 'date', activity.date);
    if (activity.date < trade.relationshipDate) throw invalidField('date', 'Before the relationship began');
    const stored = world.database.step(() =>
      book.addActivity(world, trade, { ...activity, reference: activity.reference ?? null }),
    );
    return answer(context, stored, 201);
  });
  app.post('/activities/:profileId/:id/withdraw', async (context) => {
    checkOwn(context.get('key'), context.req.param('profileId'));
    const { reason } = await readBody(context, Withdrawal);
    const activity = book.getActivity(world, context.req.param('id'));
    if (activity.profileId !== context.get('profileId')) throw notFound('activity');
    world.database.step(() => book.withdraw(world, 'activity', activity, reason));
    return answer(context, book.getActivity(world, activity.id));
  });
  app.get('/scores/:profileId', (context) => {
    checkOwn(context.get('key'), context.req.param('profileId'));
    return answer(context, scoreOf(world, context.get('profileId')));
  });
  app.get('/scores/:profileId/history', (context) => {
    checkOwn(context.get('key'), context.req.param('profileId'));
    const paging = readPaging(context);
    return answer(
      context,
      paged(paging, scoreHistory(world, context.get('profileId'), paging.limit, paging.offset)),
    );
  });
  app.all('*', () => {
    throw notFound('route');
  });
  return app;
}

function authenticated(world: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const sent = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (sent === undefined) throw new Refusal(401, 'key_missing', 'Unauthorized');
    const key = findKey(world, sent);
    if (key === null) throw new Refusal(401, 'key_unknown', 'Unauthorized');
    if (key.revokedAt !== null) throw new Refusal(401, 'key_revoked', 'Unauthorized');
    context.set('key', key);
    context.set('profileId', key.businessId);
    const waitSeconds = world.rateLimit.take(key.id, world.time.nowMs(), settingsOf(world).requestsPerMinute);
    if (waitSeconds !== null)
      throw new Refusal(429, 'rate_limited', 'Too many requests', {
        headers: { 'retry-after': String(waitSeconds) },
      });
    catchUp(world);
    await next();
  };
}

function ownerOf(world: World, key: Key): object {
  const business = findBusiness(world, key.businessId);
  const person = business === null ? null : findPerson(world, business.personId);
  if (business === null || person === null) throw notFound('user');
  return {
    userId: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    businessProfileId: business.id,
    businessName: business.name,
    connectingApp: key.connectingApp,
    connectingUserId: key.connectingUserId,
  };
}

function checkOwn(key: Key, profileId: string): void {
  if (profileId !== key.businessId)
    throw new Refusal(403, 'profile_not_yours', 'This key is for another business profile');
}

/** Returns 404 for a trade of another business. */
function ownTrade(world: World, key: Key, id: string): book.Trade {
  const trade = book.getTrade(world, id);
  if (trade.profileId !== key.businessId) throw notFound('trade');
  return trade;
}

/** Allows one day ahead, because that day has begun in some time zone. */
function notInFuture(world: World, field: string, date: string): void {
  if (date > today(world, 1)) throw invalidField(field, 'In the future');
}

const paged = <T>({ page, limit }: Paging, { data, total }: { data: T[]; total: number }): object => ({
  data,
  page,
  limit,
  total,
});
