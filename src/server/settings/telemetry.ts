/**
 * Settings of an OpenTelemetry collector, by its standard variables. Without an endpoint, no OpenTelemetry
 * code is loaded.
 */
import { samplers, type TelemetrySettings } from '#adapters/opentelemetry/open.ts';
import { z } from 'zod';
import { httpAddress, type SettingsOf } from './setting-values.ts';

const ms = (defaultMs: number) =>
  z.coerce
    .number('must be a number of milliseconds')
    .int()
    .min(100, 'at least 100')
    .max(3_600_000)
    .default(defaultMs);

export const telemetrySettings = {
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .meta({ description: '`true` disables traces and metrics export.' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress
    .optional()
    .meta({ description: 'Base address of the collector. Without an address, nothing is exported.' }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress
    .optional()
    .meta({ description: 'Address for traces.', computedDefault: 'base address + `/v1/traces`' }),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpAddress
    .optional()
    .meta({ description: 'Address for metrics.', computedDefault: 'base address + `/v1/metrics`' }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json')
    .optional()
    .meta({ description: 'Only `http/json` is supported.', computedDefault: '`http/json`' }),
  OTEL_TRACES_EXPORTER: z
    .enum(['otlp', 'none'], 'must be otlp or none')
    .default('otlp')
    .meta({ description: '`none` disables traces.' }),
  OTEL_METRICS_EXPORTER: z
    .enum(['otlp', 'none'], 'must be otlp or none')
    .default('otlp')
    .meta({ description: '`none` disables metrics export.' }),
  OTEL_SERVICE_NAME: z.string().min(1).optional().meta({
    description: 'Service name in traces and metrics. Overrides `OTEL_RESOURCE_ATTRIBUTES`.',
    computedDefault: '`stateside`',
  }),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(', ')}`)
    .default('parentbased_always_on')
    .meta({ description: "Sampler of traces, one of OpenTelemetry's standard names." }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'Share of traces, from 0 to 1, for the samplers that use a ratio.' }),
  OTEL_BSP_SCHEDULE_DELAY: ms(5_000).meta({ description: 'Milliseconds between exports of traces.' }),
  OTEL_METRIC_EXPORT_INTERVAL: ms(60_000).meta({ description: 'Milliseconds between exports of metrics.' }),
};

type Settings = SettingsOf<typeof telemetrySettings>;

export function readTelemetry(settings: Settings): TelemetrySettings | null {
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '');
  const addressOf = (
    exporter: 'otlp' | 'none',
    ownAddress: string | undefined,
    path: string,
  ): string | null =>
    exporter === 'none' ? null : (ownAddress ?? (base === undefined ? null : `${base}${path}`));
  const tracesUrl = addressOf(
    settings.OTEL_TRACES_EXPORTER,
    settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    '/v1/traces',
  );
  const metricsUrl = addressOf(
    settings.OTEL_METRICS_EXPORTER,
    settings.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    '/v1/metrics',
  );
  if (settings.OTEL_SDK_DISABLED === 'true' || (tracesUrl === null && metricsUrl === null)) return null;
  return {
    serviceName: settings.OTEL_SERVICE_NAME ?? null,
    tracesUrl,
    metricsUrl,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    spansEveryMs: settings.OTEL_BSP_SCHEDULE_DELAY,
    metricsEveryMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
  };
}
