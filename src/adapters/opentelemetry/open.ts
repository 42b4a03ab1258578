/**
 * Sends traces and metrics to an OpenTelemetry collector, as JSON over HTTP. The packages are loaded only
 * here, and only if the operator has configured a collector. The exporters themselves read headers, timeouts,
 * and compression (`OTEL_EXPORTER_OTLP_…`).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, SpanContext, SpanKind as OtelKind, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { Span, SpanKind, Tracing } from '#ports/tracing.ts';
import { type Measured, producerOf } from './measurements.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TelemetrySettings = {
  /** Null: the value in `OTEL_RESOURCE_ATTRIBUTES`, or "stateside". */
  serviceName: string | null;
  /** Full addresses; null for none. */
  tracesUrl: string | null;
  metricsUrl: string | null;
  sampler: (typeof samplers)[number];
  ratio: number;
  /** Export intervals of spans and metrics, in milliseconds. */
  spansEveryMs: number;
  metricsEveryMs: number;
};

export type Telemetry = { tracing: Tracing | null; stop(): Promise<void> };

type Packages = Awaited<ReturnType<typeof load>>;

const load = async () => ({
  api: await import('@opentelemetry/api'),
  traces: await import('@opentelemetry/sdk-trace'),
  metrics: await import('@opentelemetry/sdk-metrics'),
  resources: await import('@opentelemetry/resources'),
  spans: await import('@opentelemetry/exporter-trace-otlp-http'),
  measurements: await import('@opentelemetry/exporter-metrics-otlp-http'),
});

export async function openTelemetry(
  settings: TelemetrySettings,
  measured: () => Promise<Measured[]>,
): Promise<Telemetry> {
  const packages = await load();
  const resource = resourceOf(packages, settings);
  const ends: (() => Promise<void>)[] = [];
  let tracing: Tracing | null = null;
  if (settings.tracesUrl !== null) {
    const { BatchSpanProcessor, TracerProvider } = packages.traces;
    const exporter = new packages.spans.OTLPTraceExporter({ url: settings.tracesUrl });
    const provider = new TracerProvider({
      resource,
      sampler: samplerOf(packages, settings),
      spanLimits: { attributeValueLengthLimit: 4_000 },
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.spansEveryMs })],
    });
    ends.push(() => provider.shutdown());
    tracing = tracingBy(packages, provider.getTracer('stateside'));
  }
  if (settings.metricsUrl !== null) {
    const { MeterProvider, PeriodicExportingMetricReader } = packages.metrics;
    const reader = new PeriodicExportingMetricReader({
      exporter: new packages.measurements.OTLPMetricExporter({ url: settings.metricsUrl }),
      exportIntervalMillis: settings.metricsEveryMs,
      exportTimeoutMillis: Math.min(30_000, settings.metricsEveryMs),
      metricProducers: [producerOf(packages, resource, measured)],
    });
    const provider = new MeterProvider({ resource, readers: [reader] });
    ends.push(() => provider.shutdown());
  }
  return {
    tracing,
    stop: async () => {
      await Promise.all(ends.map((end) => end()));
    },
  };
}

function resourceOf({ resources }: Packages, { serviceName }: TelemetrySettings) {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const defaults = defaultResource().merge(resourceFromAttributes({ 'service.name': 'stateside' }));
  const resource = defaults.merge(detectResources({ detectors: [envDetector] }));
  return serviceName === null
    ? resource
    : resource.merge(resourceFromAttributes({ 'service.name': serviceName }));
}

function samplerOf({ traces }: Packages, { sampler, ratio }: TelemetrySettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new traces.AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new traces.AlwaysOffSampler()
      : new traces.TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new traces.ParentBasedSampler({ root }) : root;
}

type OpenSpan = Span & { context: SpanContext };

function tracingBy({ api }: Packages, tracer: Tracer): Tracing {
  const { ROOT_CONTEXT, SpanKind: kinds, SpanStatusCode, trace } = api;
  const kindOf: Record<SpanKind, OtelKind> = {
    server: kinds.SERVER,
    client: kinds.CLIENT,
    consumer: kinds.CONSUMER,
    internal: kinds.INTERNAL,
  };
  const activeSpan = new AsyncLocalStorage<OpenSpan>();
  const under = (context: SpanContext | null): Context =>
    context === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
  return {
    current: () => activeSpan.getStore() ?? null,
    begin(name, { kind, parent, facts = {} }) {
      const current = parent === null ? null : (activeSpan.getStore()?.context ?? null);
      const remoteParent = typeof parent === 'string' ? read(parent) : null;
      const isOther = remoteParent !== null && remoteParent.traceId !== current?.traceId;
      const links = isOther && current !== null ? [{ context: current }] : [];
      const span = tracer.startSpan(
        name,
        { kind: kindOf[kind], attributes: facts, links },
        under(isOther ? remoteParent : current),
      );
      const context = span.spanContext();
      const openSpan: OpenSpan = {
        context,
        traceId: context.traceId,
        traceparent: `00-${context.traceId}-${context.spanId}-0${(context.traceFlags & 1).toString()}`,
        within: (work) => activeSpan.run(openSpan, work),
        end({ name: better, facts: more, error } = {}) {
          if (better !== undefined) span.updateName(better);
          if (more !== undefined) span.setAttributes(more);
          if (error !== undefined)
            span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
      return openSpan;
    },
  };
}

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

function read(header: string): SpanContext | null {
  const [, traceId, spanId, flags = '00'] = traceparent.exec(header) ?? [];
  return traceId === undefined || spanId === undefined
    ? null
    : { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
