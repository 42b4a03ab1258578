/** Who is turned away first, and for which trouble. */
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '#test/until.ts';
import { type Admission, createAdmission, type Importance, importanceOf } from './admission.ts';

let admission: Admission;
afterEach(() => admission?.stop());

const everyImportance = ['ordinary', 'buying', 'vital', 'file'] as const;
const whoGetsIn = () => everyImportance.filter((importance) => admission.trouble(importance) === null);
const enter = (times: number, importance: Importance): (() => void)[] => Array.from({ length: times }, () => admission.enter(importance));

test('ordinary requests are the first to be turned away, and each leaves room for the next', () => {
  admission = createAdmission({ inFlightAtMost: 10, poolLoad: () => ({ waitMs: 0 }) });
  expect(whoGetsIn()).toEqual(everyImportance);
  const entered = enter(5, 'ordinary');
  expect(whoGetsIn()).toEqual(['buying', 'vital', 'file']);
  entered.push(...enter(5, 'buying'));
  expect(whoGetsIn()).toEqual(['vital', 'file']);
  for (const leave of entered.slice(0, 6)) leave();
  expect(whoGetsIn()).toEqual(everyImportance);
});

test('reports and files have rooms of their own: however many there are, a buyer gets in, and however many buyers, a report does', () => {
  admission = createAdmission({ inFlightAtMost: 10, poolLoad: () => ({ waitMs: 0 }) });
  enter(10, 'vital');
  expect(whoGetsIn()).toEqual(['ordinary', 'buying', 'file']);
  enter(20, 'file');
  expect(whoGetsIn()).toEqual(['ordinary', 'buying']);
  enter(10, 'buying');
  expect(whoGetsIn()).toEqual([]);
  expect(admission.inFlight()).toBe(40);
});

for (const [waitMs, expected] of [
  [400, ['ordinary', 'buying', 'vital', 'file']],
  [600, ['buying', 'vital', 'file']],
  [3_000, ['vital', 'file']],
] as const) {
  test(`a wait of ${waitMs} ms for the database lets in ${expected.join(', ')}`, () => {
    admission = createAdmission({ inFlightAtMost: 10, poolLoad: () => ({ waitMs }) });
    expect(whoGetsIn()).toEqual(expected);
  });
}

test('a process that is behind with everything turns ordinary requests away until it has caught up, but never a lone visitor', async () => {
  admission = createAdmission({ inFlightAtMost: 100, poolLoad: () => ({ waitMs: 0 }) });
  const work = setInterval(() => {
    const until = performance.now() + 400;
    while (performance.now() < until);
  }, 1);
  const [leave] = enter(8, 'ordinary');
  await until('ordinary requests are turned away', () => admission.trouble('ordinary') === 'event_loop');
  expect(whoGetsIn()).toEqual(['buying', 'vital', 'file']);
  leave?.();
  expect(whoGetsIn()).toEqual(everyImportance);
  enter(1, 'ordinary');
  clearInterval(work);
  await until('it has caught up', () => admission.trouble('ordinary') === null);
});

describe('importance', () => {
  for (const [method, path, expected] of [
    ['GET', '/healthz', 'vital'],
    ['GET', '/readyz', 'vital'],
    ['POST', '/api/webhooks/stripe', 'vital'],
    ['POST', '/api/payments/create-and-purchase', 'buying'],
    ['GET', '/api/orders/ord_1/payment-status', 'buying'],
    ['GET', '/payment-successful', 'buying'],
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
