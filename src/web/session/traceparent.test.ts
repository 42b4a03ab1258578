/** All calls of one click share a trace, each with its own span. */
import { expect, test } from 'vitest';
import { traceparent } from './traceparent.ts';

test('two calls share their trace id, and nothing else', () => {
  const [one, other] = [traceparent(), traceparent()].map(
    (text) => /^00-([\da-f]{32})-([\da-f]{16})-01$/.exec(text)?.slice(1) ?? [],
  );
  expect(one).toHaveLength(2);
  expect(other?.[0]).toBe(one?.[0]);
  expect(other?.[1]).not.toBe(one?.[1]);
});
