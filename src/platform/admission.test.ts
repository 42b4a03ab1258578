/** Which requests are rejected first, and for which overload. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { until } from '#test/until.ts';
import { type Admission, createAdmission, type Importance, importanceOf } from './admission.ts';

let admission: Admission;
afterEach(() => admission?.stop());

const realNow = performance.now.bind(performance);
const everyImportance = ['ordinary', 'buying', 'webhook', 'health', 'file'] as const;
const admittedImportances = (client = 'visitor') =>
  everyImportance.filter((importance) => admission.trouble(importance, client) === null);
/** Each request comes from a different address unless `client` is given. */
const enter = (times: number, importance: Importance, client?: string): (() => void)[] =>
  Array.from({ length: times }, (_, index) => admission.enter(importance, client ?? `client ${index}`));

test('ordinary requests are rejected first, and each class leaves room for the next', () => {
  admission = createAdmission({ inFlightAtMost: 10, poolLoad: () => ({ waitMs: 0 }) });
  expect(admittedImportances()).toEqual(everyImportance);
  const entered = enter(5, 'ordinary');
  expect(admittedImportances()).toEqual(['buying', 'webhook', 'health', 'file']);
  entered.push(...enter(5, 'buying'));
  expect(admittedImportances()).toEqual(['webhook', 'health', 'file']);
  for (const leave of entered.slice(0, 6)) leave();
  expect(admittedImportances()).toEqual(everyImportance);
});

test('webhooks, health checks, and files have separate capacity: a flood of one blocks no others', () => {
  admission = createAdmission({ inFlightAtMost: 8, poolLoad: () => ({ waitMs: 0 }) });
  enter(2, 'webhook');
  expect(admittedImportances()).toEqual(['ordinary', 'buying', 'health', 'file']);
  enter(8, 'health');
  expect(admittedImportances()).toEqual(['ordinary', 'buying', 'file']);
  enter(16, 'file');
  expect(admittedImportances()).toEqual(['ordinary', 'buying']);
  enter(8, 'buying');
  expect(admittedImportances()).toEqual([]);
  expect(admission.inFlight()).toBe(34);
});

for (const [waitMs, expected] of [
  [400, ['ordinary', 'buying', 'webhook', 'health', 'file']],
  [600, ['buying', 'webhook', 'health', 'file']],
  [3_000, ['webhook', 'health', 'file']],
] as const) {
  test(`a wait of ${waitMs} ms for the database admits ${expected.join(', ')}`, () => {
    admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => ({ waitMs }) });
    enter(8, 'ordinary');
    expect(admittedImportances()).toEqual(expected);
  });
}

test('an overloaded process rejects ordinary requests until it recovers, but never a lone visitor', async () => {
  admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => ({ waitMs: 0 }) });
  const work = setInterval(() => {
    const until = performance.now() + 400;
    while (performance.now() < until);
  }, 1);
  const [leave] = enter(8, 'ordinary');
  await until(
    'ordinary requests are turned away',
    () => admission.trouble('ordinary', 'visitor') === 'event_loop',
  );
  expect(admittedImportances()).toEqual(['buying', 'webhook', 'health', 'file']);
  leave?.();
  expect(admittedImportances()).toEqual(everyImportance);
  enter(1, 'ordinary');
  clearInterval(work);
  await until('it has caught up', () => admission.trouble('ordinary', 'visitor') === null);
});

test('one address takes a quarter of the places, and the others stay free for everyone else', () => {
  admission = createAdmission({ inFlightAtMost: 256, poolLoad: () => ({ waitMs: 0 }) });
  const entered = enter(32, 'ordinary', 'flood');
  expect(admission.trouble('ordinary', 'flood')).toBe('client_in_flight');
  expect(admission.trouble('buying', 'flood'), 'a purchase from the same address goes on').toBeNull();
  expect(admittedImportances()).toEqual(everyImportance);
  entered.push(...enter(32, 'buying', 'flood'));
  expect(admission.trouble('buying', 'flood')).toBe('client_in_flight');
  expect(admission.trouble('file', 'flood'), 'files and webhooks have their own places').toBeNull();
  expect(admittedImportances()).toEqual(everyImportance);
  for (const leave of entered) leave();
  expect(admittedImportances('flood')).toEqual(everyImportance);
});

test('in a small shop one browser has places, and never all of them', () => {
  admission = createAdmission({ inFlightAtMost: 16, poolLoad: () => ({ waitMs: 0 }) });
  enter(4, 'ordinary', 'browser');
  expect(admission.trouble('ordinary', 'browser')).toBe('client_in_flight');
  expect(admittedImportances()).toEqual(everyImportance);
});

for (const waitMs of [600, 3_000]) {
  test(`a wait of ${waitMs} ms caused by a few addresses counts against them: a bystander is admitted`, () => {
    admission = createAdmission({ inFlightAtMost: 256, poolLoad: () => ({ waitMs }) });
    enter(32, 'ordinary', 'flood');
    enter(20, 'ordinary', 'second flood');
    expect(admission.trouble('ordinary', 'second flood')).toBe('pool');
    expect(admittedImportances()).toEqual(everyImportance);
    const others = enter(6, 'ordinary');
    expect(admission.trouble('ordinary', 'visitor'), 'with eight clients it is a crowd').toBe('pool');
    others[0]?.();
    expect(admittedImportances()).toEqual(everyImportance);
  });
}

describe('importance', () => {
  for (const [method, path, expected] of [
    ['GET', '/healthz', 'health'],
    ['GET', '/readyz', 'health'],
    ['POST', '/api/webhooks/stripe', 'webhook'],
    ['GET', '/api/webhooks/stripe', 'ordinary'],
    ['POST', '/api/webhooks/stripe/', 'ordinary'],
    ['POST', '/api/webhooks/../auth/login', 'ordinary'],
    ['POST', '/api/payments/create-and-purchase', 'buying'],
    ['GET', '/api/orders/ord_1/payment-status', 'buying'],
    ['GET', '/payment-successful', 'buying'],
    ['GET', '/es/payment-successful', 'buying'],
    ['GET', '/es/payment/success', 'buying'],
    ['GET', '/es/payment-successful.data', 'buying'],
    ['GET', '/de/payment-successful', 'ordinary'],
    ['POST', '/api/carts', 'buying'],
    ['PUT', '/api/carts/cart_1', 'buying'],
    ['GET', '/api/carts/cart_1', 'ordinary'],
    ['POST', '/api/cartsfull', 'ordinary'],
    ['GET', '/api/payments/create-and-purchase', 'ordinary'],
    ['GET', '/products', 'ordinary'],
    ['GET', '/healthz/..', 'ordinary'],
  ] as const) {
    test(`${method} ${path} is ${expected}`, () => expect(importanceOf(method, path)).toBe(expected));
  }
});

/** Whether a caller of `untilCalm` would have to wait now. */
const isCrowded = (): Promise<boolean> =>
  Promise.race([
    admission.untilCalm().then(() => false),
    new Promise<boolean>((resolve) => setImmediate(resolve, true)),
  ]);

test('deferrable work yields to a crowd of customers, until it is gone or half a minute has passed', async () => {
  admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => ({ waitMs: 0 }) });
  await admission.untilCalm();
  const leave = enter(20, 'buying');
  await until('there is a crowd', isCrowded);
  let isCalm = false;
  const waiting = admission.untilCalm().then(() => {
    isCalm = true;
  });
  await pause(300);
  expect(isCalm).toBe(false);
  for (const go of leave) go();
  await waiting;
});

test('during a crowd of half a minute ten jobs a second continue, and after five minutes all of them', async () => {
  const clock = vi.spyOn(performance, 'now');
  const ahead = (ms: number): void => void clock.mockImplementation(() => realNow() + ms);
  try {
    admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => ({ waitMs: 0 }) });
    enter(50, 'buying');
    await until('there is a crowd', isCrowded);
    let settled = 0;
    const waiting = Array.from({ length: 40 }, () => admission.untilCalm().then(() => (settled += 1)));
    ahead(31_000);
    await until('some go on', () => settled > 2);
    expect(settled, 'one after the other').toBeLessThan(30);
    ahead(301_000);
    await Promise.all(waiting);
  } finally {
    clock.mockRestore();
  }
});

test('yielding work continues when the process stops', async () => {
  admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => ({ waitMs: 0 }) });
  enter(50, 'buying');
  await until('there is a crowd', isCrowded);
  const waiting = admission.untilCalm();
  admission.stop();
  await waiting;
});
