/**
 * Metrics for Prometheus. Counting costs a few additions per request. Values from the database are read on a
 * scrape, at most every few seconds. Labels come from our own lists, never from a caller's input.
 */
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { UnknownOutcome } from '#ports/payment-gateway.ts';
import type { PoolState } from './pool.ts';

export type Metrics = {
  request(seen: { method: string; route: string; status: number; seconds: number }): void;
  shed(importance: string, trouble: string): void;
  rateLimited(limit: string): void;
  /** A browser reported content that its policy blocked, or would have blocked. */
  policyReported(rule: string): void;
  webhookReceived(isNew: boolean): void;
  /** Seconds from storing an event until it was handled. */
  webhookHandled(seconds: number): void;
  paymentMoved(status: string): void;
  /** `code`: the bank's or the processor's. */
  paymentDeclined(code: string): void;
  /** A call to the processor that failed after its one retry. `refused`: the processor rejected it. */
  processorFailed(call: string, kind: UnknownOutcome | 'refused'): void;
  /** Counts of `processorFailed` since the process started. */
  processorFailures(): Promise<{ call: string; kind: string; count: number }[]>;
  /** A transaction that PostgreSQL rolled back is retried. */
  repeated(reason: 'deadlock' | 'serialization'): void;
  /** A sweep could not finish this many of its subjects. */
  sweepFailed(sweep: string, subjects: number): void;
  loggedIn(outcome: LogInOutcome): void;
  passwordHashed(): void;
  /** An old refresh token was used again: by a thief, or by a browser that lost a response. */
  refreshReused(): void;
  /** A request claimed to act for a customer without permission. */
  impersonationRefused(): void;
  /** A gauge that is read on each scrape. */
  watch(name: string, help: string, check: () => number): void;
  watchPool(check: () => PoolState): void;
  /** Gauges that cost a query. `check` returns values by name and runs at most once in `everySeconds`. */
  watchDatabase(
    gauges: Record<string, { help: string; label?: string }>,
    everySeconds: number,
    check: () => Promise<Sample[]>,
  ): void;
  /** All metrics as data. */
  measured(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  /** The text format of Prometheus. */
  text(): Promise<{ type: string; body: string }>;
};

export type LogInOutcome = 'success' | 'failed' | 'unconfirmed' | 'second_factor';
export type Sample = { name: string; value: number; label?: string };

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const durations = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `ofProcess` adds memory, garbage collection, and event loop delay, which need their own timers. */
export function createMetrics({ ofProcess }: { ofProcess: boolean }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers,
  });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const sheds = counter(
    'http_requests_shed_total',
    'Requests rejected by admission control',
    'importance',
    'trouble',
  );
  const limited = counter('http_requests_rate_limited_total', 'Requests rejected by a rate limit', 'limit');
  const reports = counter(
    'policy_reports_total',
    'Content security policy violations reported by browsers',
    'rule',
  );
  const webhooks = counter(
    'webhooks_received_total',
    'Authentic webhooks received from the card processor',
    'repeated',
  );
  const lag = new Histogram({
    name: 'webhook_lag_seconds',
    help: 'Time from storing a webhook to its effect',
    buckets: [...durations, 120, 600],
    registers,
  });
  const logIns = counter('log_ins_total', 'Log-in attempts', 'outcome');
  const hashes = counter('password_hashes_total', 'Password hashes computed');
  const reuses = counter('refresh_reuse_total', 'Sessions ended because an old refresh token was reused');
  const impersonations = counter(
    'impersonation_refused_total',
    'Requests that tried to impersonate a customer without a grant',
  );
  const sweeps = counter('sweep_failures_total', 'Items that a sweep failed to process', 'sweep');
  const payments = counter('payments_total', 'Payments that reached this state', 'status');
  const declines = counter('payment_declines_total', 'Declined payment attempts', 'code');
  const failures = counter('processor_errors_total', 'Failed calls to the card processor', 'call', 'kind');
  const repeats = counter(
    'transactions_repeated_total',
    'Transactions aborted by PostgreSQL and retried',
    'reason',
  );
  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe(
        { method: methods.has(method) ? method : 'OTHER', route, status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
    shed: (importance, trouble) => sheds.inc({ importance, trouble }),
    rateLimited: (limit) => limited.inc({ limit }),
    policyReported: (rule) => reports.inc({ rule }),
    webhookReceived: (isNew) => webhooks.inc({ repeated: String(!isNew) }),
    webhookHandled: (seconds) => lag.observe(seconds),
    paymentMoved: (status) => payments.inc({ status }),
    paymentDeclined: (code) => declines.inc({ code }),
    processorFailed: (call, kind) => failures.inc({ call, kind }),
    processorFailures: async () =>
      (await failures.get()).values.map(({ labels, value }) => ({
        call: String(labels.call),
        kind: String(labels.kind),
        count: value,
      })),
    repeated: (reason) => repeats.inc({ reason }),
    sweepFailed: (sweep, subjects) => sweeps.inc({ sweep }, subjects),
    loggedIn: (outcome) => logIns.inc({ outcome }),
    passwordHashed: () => hashes.inc(),
    refreshReused: () => reuses.inc(),
    impersonationRefused: () => impersonations.inc(),
    watch: (name, help, check) =>
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(check());
        },
      }),
    watchPool: (check) => watchPoolOn(registers, check),
    watchDatabase: (gauges, everySeconds, check) => watchDatabaseOn(registers, gauges, everySeconds, check),
    measured: () => registry.getMetricsAsJSON(),
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}

function watchPoolOn(registers: Registry[], check: () => PoolState): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections in the pool, and requests waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = check();
      this.set({ state: 'total' }, total);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

/** When the database does not answer, its values are left out: an old value would look current. */
function watchDatabaseOn(
  registers: Registry[],
  gauges: Record<string, { help: string; label?: string }>,
  everySeconds: number,
  check: () => Promise<Sample[]>,
): void {
  let samples: Promise<Sample[]> = Promise.resolve([]);
  let readAt = -Infinity;
  const read = (): Promise<Sample[]> => {
    const now = performance.now();
    if (now - readAt >= everySeconds * 1_000) {
      readAt = now;
      samples = check().catch(() => []);
    }
    return samples;
  };
  for (const [name, { help, label }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers,
      labelNames: label === undefined ? [] : [label],
      async collect() {
        this.reset();
        const found = (await read()).filter((sample) => sample.name === name);
        if (found.length === 0 && label === undefined) this.set(NaN);
        for (const sample of found)
          label === undefined
            ? this.set(sample.value)
            : this.set({ [label]: sample.label ?? '' }, sample.value);
      },
    });
  }
}
