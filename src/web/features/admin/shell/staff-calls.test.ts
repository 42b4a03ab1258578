/** The argument of a console hook becomes the request that the contract describes. */
import { expect, test } from 'vitest';
import { staffReadOrder } from '#contract/admin/orders.ts';
import { staffRefundOrder } from '#contract/admin/order-acts.ts';
import { staffReadAging, staffListCreditMovements } from '#contract/admin/credit.ts';
import { callOf } from './staff-calls.ts';

const sentOf = (...[endpoint, argument]: Parameters<typeof callOf>) => callOf(endpoint, argument).sent;

test('without an argument, nothing is sent', () => {
  expect(sentOf(staffReadAging, undefined)).toBeUndefined();
});

test('a text is the only path parameter', () => {
  expect(sentOf(staffReadOrder, 'ord_1')).toEqual({ params: { id: 'ord_1' } });
});

test('path parameters are named beside body and idempotency key', () => {
  const body = { amount: 12.5 };
  expect(sentOf(staffRefundOrder, { id: 'ord_1', key: 'press-1', body })).toMatchObject({
    params: { id: 'ord_1' },
    headers: { 'idempotency-key': 'press-1' },
    body,
  });
});

test('query parameters are named beside path parameters', () => {
  expect(sentOf(staffListCreditMovements, { id: 'acc_1', query: { cursor: 'c' } })).toMatchObject({
    params: { id: 'acc_1' },
    query: { cursor: 'c' },
  });
});
