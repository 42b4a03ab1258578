/**
 * Which spans belong together, and which are exported: with the standard samplers, and with the traces of
 * callers and rows.
 */
import { afterEach, expect, test } from 'vitest';
import type { Tracing } from '#ports/tracing.ts';
import { openTelemetry, type Telemetry, type TelemetrySettings } from './open.ts';

const opened: Telemetry[] = [];
afterEach(async () => {
  for (const telemetry of opened.splice(0)) await telemetry.stop();
});

/** No server listens there: an unreachable collector does not affect the shop. */
async function tracing(changes: Partial<TelemetrySettings> = {}): Promise<Tracing> {
  const defaults = {
    serviceName: null,
    tracesUrl: 'http://127.0.0.1:1/v1/traces',
    metricsUrl: null,
    sampler: 'parentbased_always_on',
    ratio: 1,
  } as const;
  const telemetry = await openTelemetry(
    { ...defaults, spansEveryMs: 100, metricsEveryMs: 60_000, ...changes },
    async () => [],
  );
  opened.push(telemetry);
  if (telemetry.tracing === null) throw new Error('nothing is traced');
  return telemetry.tracing;
}

const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
const caller = (flag: string): string => `00-${traceId}-${spanId}-${flag}`;
const isSampled = (traceparent: string): boolean => traceparent.endsWith('-01');

test.each<[TelemetrySettings['sampler'], number, first: boolean, underTold: boolean, underUntold: boolean]>([
  ['always_on', 1, true, true, true],
  ['always_off', 1, false, false, false],
  ['traceidratio', 0, false, false, false],
  ['traceidratio', 1, true, true, true],
  ['parentbased_always_on', 1, true, true, false],
  ['parentbased_always_off', 1, false, true, false],
  ['parentbased_traceidratio', 0, false, true, false],
])('%s with %d', async (sampler, ratio, ...expected) => {
  const { begin } = await tracing({ sampler, ratio });
  const parents = [null, caller('01'), caller('00')];
  expect(parents.map((parent) => isSampled(begin('GET', { kind: 'server', parent }).traceparent))).toEqual(
    expected,
  );
});

test('a span belongs to the running work, across its awaits, and to its caller', async () => {
  const { begin, current } = await tracing();
  const row = begin('POST', { kind: 'server', parent: caller('01') });
  expect(row.traceId).toBe(traceId);
  await row.within(async () => {
    await null;
    expect(current()?.traceparent).toBe(row.traceparent);
    expect(begin('SELECT', { kind: 'client' }).traceId).toBe(traceId);
    expect(begin('job', { kind: 'consumer', parent: null }).traceId).not.toBe(traceId);
    // The parent is in another trace, so the span joins that one.
    expect(begin('settle', { kind: 'internal', parent: `00-${'c'.repeat(32)}-${spanId}-01` }).traceId).toBe(
      'c'.repeat(32),
    );
  });
  expect(current()).toBeNull();
});

test('an invalid trace header starts a new trace', async () => {
  const { begin } = await tracing();
  for (const parent of [
    '',
    'x',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `${caller('01')}\n`,
  ])
    expect(begin('GET', { kind: 'server', parent }).traceId).toMatch(/^(?!a{32})[\da-f]{32}$/);
});
