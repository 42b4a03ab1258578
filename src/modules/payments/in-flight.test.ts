/**
 * Two reports of one payment in one process: the second waits for the first and skips the work, but never
 * depends on it.
 */
import { applyIntent } from './apply-intent.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { ProcessorPayment } from '#ports/payment-gateway.ts';
import { buy, cards, confirm, intentOf } from '#test/builders/buyer.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { eventsOf, sign } from '#test/webhooks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#test/until.ts';
import { receiveWebhook } from './service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

type Answer = (real: () => Promise<ProcessorPayment | null>) => Promise<ProcessorPayment | null>;

/** A processor whose responses can be held back, one after the other; additional ones arrive immediately. */
function aLine(...answers: Answer[]): { deps: Deps; readCount: () => number } {
  let readCount = 0;
  const readPayment = (intentRef: string) => {
    const real = () => shop.deps.gateway.readPayment(intentRef);
    readCount += 1;
    return answers[readCount - 1]?.(real) ?? real();
  };
  return {
    deps: { ...shop.deps, gateway: { ...shop.deps.gateway, readPayment } },
    readCount: () => readCount,
  };
}

const paid = async () => {
  const answer = await buy(shop);
  await confirm(shop, intentOf(answer));
  return intentOf(answer);
};
const rowOf = (eventId: string) =>
  shop.db.selectFrom('webhook_inbox').selectAll().where('event_id', '=', eventId).executeTakeFirst();
async function aReport(
  intentRef: string,
  type: string,
): Promise<{ id: string; deliver: (deps: Deps) => Promise<void> }> {
  const event = (await eventsOf(shop, intentRef)).find((candidate) => candidate.type === type);
  const payload = JSON.stringify(event);
  return {
    id: event?.id ?? '',
    deliver: (deps) => receiveWebhook(deps, payload, sign(payload, shop.webhookSecret)),
  };
}

test('a request during a successful lookup shares its result, and its report is stored as done without a job', async () => {
  const intentRef = await paid();
  const report = await aReport(intentRef, 'payment_intent.succeeded');
  const held = Promise.withResolvers<void>();
  const { deps, readCount } = aLine((real) => held.promise.then(real));
  const enqueued: string[] = [];
  const enqueue: Deps['jobs']['enqueue'] = async (_tx, name) => void enqueued.push(name);
  const counting = { ...deps, jobs: { ...deps.jobs, enqueue } };
  const first = applyIntent(counting, intentRef);
  const second = applyIntent(counting, intentRef);
  const delivered = report.deliver(counting);
  held.resolve();
  expect([await first, await second]).toEqual(['succeeded', 'succeeded']);
  await delivered;
  expect(readCount()).toBe(1);
  expect(await rowOf(report.id)).toMatchObject({
    about: 'payment',
    object_ref: intentRef,
    done_at: expect.any(Date),
    attempts: 0,
  });
  expect(enqueued).not.toContain('settle-webhook');
});

/** Real jobs, with the names of all enqueued ones recorded. */
function withCountedJobs(deps: Deps): { deps: Deps; enqueued: string[] } {
  const enqueued: string[] = [];
  const enqueue: Deps['jobs']['enqueue'] = async (_tx, name) => void enqueued.push(name);
  return { deps: { ...deps, jobs: { ...deps.jobs, enqueue } }, enqueued };
}
const orderOf = (intentRef: string) =>
  shop.db
    .selectFrom('payment')
    .innerJoin('shop_order', 'shop_order.id', 'payment.order_id')
    .select(['shop_order.status', 'payment.status as payment'])
    .where('intent_ref', '=', intentRef)
    .executeTakeFirstOrThrow();

test('a success report that comes first is processed before the response, and stored when done', async () => {
  const intentRef = await paid();
  const report = await aReport(intentRef, 'payment_intent.succeeded');
  const { deps, enqueued } = withCountedJobs(shop.deps);
  await report.deliver(deps);
  expect(await orderOf(intentRef)).toEqual({ status: 'in_progress', payment: 'succeeded' });
  expect(await rowOf(report.id)).toMatchObject({ done_at: expect.any(Date), attempts: 0 });
  expect(enqueued).not.toContain('settle-webhook');
});

test('a report that cannot be processed in time, or at all, is stored and left to a job', async () => {
  const silence = Promise.withResolvers<ProcessorPayment | null>();
  for (const answer of [() => silence.promise, () => Promise.reject(new Error('away'))]) {
    const intentRef = await paid();
    const report = await aReport(intentRef, 'payment_intent.succeeded');
    const { deps, enqueued } = withCountedJobs(aLine(answer).deps);
    await report.deliver(deps);
    expect(await orderOf(intentRef)).toMatchObject({ payment: 'open' });
    expect(await rowOf(report.id)).toMatchObject({ done_at: null });
    expect(enqueued).toEqual(['settle-webhook']);
  }
  silence.resolve(null);
});

test('a ninth concurrent report is left to a job, so that a flood takes no connections from buyers', async () => {
  const release = Promise.withResolvers<void>();
  const held = aLine(...Array.from({ length: 8 }, (): Answer => (real) => release.promise.then(real)));
  const { deps, enqueued } = withCountedJobs(held.deps);
  const refs = await Promise.all(Array.from({ length: 9 }, paid));
  const reports = await Promise.all(refs.map((ref) => aReport(ref, 'payment_intent.succeeded')));
  const first = reports.slice(0, 8).map((report) => report.deliver(deps));
  await until('eight are followed', () => held.readCount() === 8);
  await reports[8]?.deliver(deps);
  expect(enqueued).toEqual(['settle-webhook']);
  release.resolve();
  await Promise.all(first);
});

test('a request during a failing or unpaid lookup looks for itself', async () => {
  const intentRef = await paid();
  const failed = Promise.withResolvers<ProcessorPayment | null>();
  const { deps, readCount } = aLine(() => failed.promise);
  const first = applyIntent(deps, intentRef);
  const second = applyIntent(deps, intentRef);
  failed.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe('succeeded');
  expect(readCount()).toBe(2);

  const unpaid = intentOf(await buy(shop));
  await confirm(shop, unpaid, cards.declined).catch(() => undefined);
  const line = aLine();
  expect(await Promise.all([applyIntent(line.deps, unpaid), applyIntent(line.deps, unpaid)])).toEqual([
    'open',
    'open',
  ]);
  expect(line.readCount()).toBe(2);
});

test('waits are bounded: behind a hanging lookup the next one continues alone', async () => {
  const intentRef = await paid();
  const hangingRead = Promise.withResolvers<ProcessorPayment | null>();
  const { deps, readCount } = aLine(() => hangingRead.promise);
  const first = applyIntent(deps, intentRef);
  expect(await applyIntent(deps, intentRef)).toBe('succeeded');
  expect(readCount()).toBe(2);
  hangingRead.resolve(await shop.deps.gateway.readPayment(intentRef));
  expect(await first).toBe('succeeded');
});

test('a report that arrives while the payment is found unpaid is queued like any other', async () => {
  const intentRef = intentOf(await buy(shop));
  const held = Promise.withResolvers<void>();
  await confirm(shop, intentRef, cards.declined).catch(() => undefined);
  const report = await aReport(intentRef, 'payment_intent.payment_failed');
  const { deps } = aLine((real) => held.promise.then(real));
  const first = applyIntent(deps, intentRef);
  const delivered = report.deliver(deps);
  held.resolve();
  expect(await first).toBe('open');
  await delivered;
  expect(await rowOf(report.id)).toMatchObject({ done_at: null });
});
