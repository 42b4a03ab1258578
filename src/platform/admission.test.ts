/** Who is turned away first, and for which trouble. */
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '#test/until.ts';
import { type Admission, createAdmission, importanceOf } from './admission.ts';

let admission: Admission;
afterEach(() => admission?.stop());

const everyImportance = ['ordinary', 'buying', 'vital'] as const;
const whoGetsIn = () => everyImportance.filter((importance) => admission.trouble(importance) === null);
const enter = (times: number): void => {
  for (let entered = 0; entered < times; entered += 1) admission.enter();
};

test('ordinary requests are the first to be turned away and vital ones the last, and each leaves room for the next', () => {
  admission = createAdmission({ inFlightAtMost: 10, poolLoad: () => ({ waitMs: 0 }) });
  expect(whoGetsIn()).toEqual(['ordinary', 'buying', 'vital']);
  enter(5);
  expect(whoGetsIn()).toEqual(['buying', 'vital']);
  enter(5);
  expect(whoGetsIn()).toEqual(['vital']);
  enter(10);
  expect(whoGetsIn()).toEqual([]);
  for (let left = 0; left < 16; left += 1) admission.leave();
  expect(whoGetsIn()).toEqual(['ordinary', 'buying', 'vital']);
});

for (const [waitMs, expected] of [
  [400, ['ordinary', 'buying', 'vital']],
  [600, ['buying', 'vital']],
  [3_000, ['vital']],
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
  enter(8);
  await until('ordinary requests are turned away', () => admission.trouble('ordinary') === 'event_loop');
  expect(whoGetsIn()).toEqual(['buying', 'vital']);
  admission.leave();
  expect(whoGetsIn()).toEqual(['ordinary', 'buying', 'vital']);
  admission.enter();
  clearInterval(work);
  await until('it has caught up', () => admission.trouble('ordinary') === null, 2_000);
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
