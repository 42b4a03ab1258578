/** Traces and measurements for whoever collects them; nothing is loaded for it where nobody does (record 0068). */
import { openTelemetry, type TelemetrySettings } from '#adapters/opentelemetry/open.ts';
import type { Metrics } from '#platform/metrics.ts';
import { collectSpans } from '#platform/tracing.ts';

/** Before the database is opened. Answers how to stop: what waits is sent. */
export async function startTelemetry(settings: TelemetrySettings | null, metrics: Metrics): Promise<() => Promise<void>> {
  if (settings === null) return async () => undefined;
  const telemetry = await openTelemetry(settings, metrics.measured);
  collectSpans(telemetry.tracing);
  return async () => {
    collectSpans(null);
    await telemetry.stop();
  };
}
