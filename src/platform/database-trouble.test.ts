/** Distinguishes temporary database failures from bugs. */
import { expect, test } from 'vitest';
import { isAway, isDatabaseFailure, markUnreachable } from './database-trouble.ts';

const withCode = (code: string): Error => Object.assign(new Error('from the driver'), { code });

for (const code of [
  '08006',
  '53300',
  '57P01',
  '57P03',
  '40P01',
  '40001',
  '55P03',
  '57014',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
]) {
  test(`${code} is transient`, () => expect(isDatabaseFailure(withCode(code))).toBe(true));
}
for (const message of [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]) {
  test(`the driver's "${message}" is transient`, () =>
    expect(isDatabaseFailure(new Error(message))).toBe(true));
}
for (const code of ['23505', '42703', '22P02']) {
  test(`${code} is our bug`, () => expect(isDatabaseFailure(withCode(code))).toBe(false));
}

test('a failure with several parts is an outage only if each part is', () => {
  const [down, refused] = [withCode('57P01'), markUnreachable(withCode('ECONNREFUSED'))];
  expect(isAway(new AggregateError([down, refused]))).toBe(true);
  expect(isAway(new AggregateError([down, new Error('a bug')]))).toBe(false);
});
