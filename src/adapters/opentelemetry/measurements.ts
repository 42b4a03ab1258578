/** Converts the Prometheus metrics to OpenTelemetry, so each is defined only once. */
import type { HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';

type Value = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string };
/** One metric with its values, as `prom-client` returns it. */
export type Measured = { name: string; help: string; type: unknown; values: Value[] };

type Packages = {
  api: typeof import('@opentelemetry/api');
  metrics: typeof import('@opentelemetry/sdk-metrics');
};

export function producerOf(
  packages: Packages,
  resource: Resource,
  measured: () => Promise<Measured[]>,
): MetricProducer {
  const startTime = hrTime(Date.now());
  return {
    async collect() {
      const endTime = hrTime(Date.now());
      const all = (await measured()).map((measurement) =>
        toMetric(packages, measurement, { startTime, endTime }),
      );
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'stateside' }, metrics: all }] },
        errors: [],
      };
    },
  };
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];

type Times = { startTime: HrTime; endTime: HrTime };

function toMetric(
  { api, metrics }: Packages,
  { name, help, type, values }: Measured,
  times: Times,
): MetricData {
  const { AggregationTemporality, DataPointType } = metrics;
  const descriptor = {
    name,
    description: help,
    unit: name.endsWith('_seconds') ? 's' : name.endsWith('_bytes') ? 'By' : '',
    valueType: api.ValueType.DOUBLE,
  };
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, times) };
  // Values that could not be read are left out.
  const points = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }): DataPoint<number> => ({ ...times, attributes: toAttributes(labels), value }));
  if (type === 'counter')
    return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points };
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points };
}

const toAttributes = (labels: Value['labels']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) =>
      name === 'le' || value === undefined ? [] : [[name, value]],
    ),
  );

/** Prometheus buckets are cumulative, OpenTelemetry's are not. */
function toHistograms(values: Value[], times: Times): DataPoint<Histogram>[] {
  const found = new Map<
    string,
    { attributes: Record<string, string | number>; upTo: [number, number][]; sum: number; count: number }
  >();
  for (const { value, labels, metricName = '' } of values) {
    const attributes = toAttributes(labels);
    const key = JSON.stringify(attributes);
    const series = found.get(key) ?? { attributes, upTo: [], sum: 0, count: 0 };
    found.set(key, series);
    if (metricName.endsWith('_sum')) series.sum = value;
    else if (metricName.endsWith('_count')) series.count = value;
    else if (labels.le !== '+Inf') series.upTo.push([Number(labels.le), value]);
  }
  return [...found.values()].map(({ attributes, upTo, sum, count }) => {
    const sorted = upTo.toSorted(([one], [other]) => one - other);
    const totals = [...sorted.map(([, total]) => total), count];
    const counts = totals.map((total, index) => total - (totals[index - 1] ?? 0));
    return {
      ...times,
      attributes,
      value: { buckets: { boundaries: sorted.map(([bound]) => bound), counts }, sum, count },
    };
  });
}
