/**
 * Starts the export of traces and metrics. Without a collector, no OpenTelemetry code is loaded (record
 * 0068).
 */
import { openTelemetry, type TelemetrySettings } from '#adapters/opentelemetry/open.ts';
import type { Metrics } from '#platform/metrics.ts';
import { collectSpans } from '#platform/tracing.ts';

/** Call before the database is opened. Returns a function that flushes pending data and stops. */
export async function startTelemetry(
  settings: TelemetrySettings | null,
  metrics: Metrics,
): Promise<() => Promise<void>> {
  if (settings === null) return async () => undefined;
  const telemetry = await openTelemetry(settings, metrics.measured);
  collectSpans(telemetry.tracing);
  return async () => {
    collectSpans(null);
    await telemetry.stop();
  };
}
