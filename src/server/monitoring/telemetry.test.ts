/**
 * One purchase in a separate process, as an OpenTelemetry collector receives it: one trace from click to
 * receipt, without personal data.
 */
import { once } from 'node:events';
import { readFileSync, globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '#db/seeds/seed.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { aPurchaseRequest, billingDetails, cards, intentOf } from '#test/builders/buyer.ts';
import { aShopProcess, processWebhookSecret, type ShopProcess } from '#test/builders/shop-process.ts';
import { until } from '#test/until.ts';

type Attribute = { key: string; value: Record<string, unknown> };
type SpanRecord = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  links?: { traceId: string }[];
};
type Point = {
  attributes: Attribute[];
  bucketCounts?: number[];
  explicitBounds?: number[];
  count?: number;
  sum?: number;
  asDouble?: number;
};
type Metric = {
  name: string;
  unit: string;
  histogram?: { dataPoints: Point[] };
  sum?: { dataPoints: Point[]; isMonotonic: boolean };
  gauge?: unknown;
};

const collected = {
  text: '',
  spans: [] as SpanRecord[],
  metrics: new Map<string, Metric>(),
  services: new Set<unknown>(),
};
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    collected.text += body;
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body) as {
      resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SpanRecord[] }[] }[];
      resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[];
    };
    for (const { resource, scopeSpans } of resourceSpans) {
      collected.services.add(
        resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
      );
      collected.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    for (const metric of resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) => metrics),
    ))
      collected.metrics.set(metric.name, metric);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

let sandbox: Sandbox;
let database: TestDatabase;
let shop: ShopProcess;
const press = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };

const post = async (
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Response> => {
  const answer = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status} ${await answer.text()}`);
  return answer;
};

/**
 * Buys as the checkout page does, with a trace header. The page then stops polling, so the order settles by
 * webhook.
 */
async function buyOnce(): Promise<Response> {
  const bought = await post(`${shop.origin}/api/payments/create-and-purchase`, aPurchaseRequest(), {
    'idempotency-key': randomBytes(8).toString('hex'),
    traceparent: `00-${press.traceId}-${press.spanId}-01`,
  });
  const answer = (await bought.clone().json()) as { client_secret?: string };
  await post(`${sandbox.origin}/control/confirm`, { payment_intent: intentOf(answer), card: cards.good });
  return bought;
}

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  database = await aDatabase({ max: 2 });
  await seed(database.db, new Date());
  const environment = {
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'a shop that is watched',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  };
  shop = await aShopProcess({ sandbox, environment });
  await post(
    `${sandbox.origin}/control/webhook-endpoint`,
    { url: `${shop.origin}/api/webhooks/stripe`, secret: processWebhookSecret },
    {},
    'PUT',
  );
}, 120_000);
afterAll(async () => {
  await shop?.end();
  await sandbox?.stop();
  await database?.close();
  collector.close();
  collector.closeAllConnections();
});

const ofPress = (): SpanRecord[] => collected.spans.filter(({ traceId }) => traceId === press.traceId);
const attributesOf = ({ attributes }: SpanRecord) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('a purchase is one trace: its endpoint, statements, the processor, its webhooks, the job, and the email', async () => {
  const bought = await buyOnce();
  expect(bought.headers.get('x-request-id')).toBe(press.traceId);
  // The receipt, and the link to an account.
  await until(
    'both emails are traced',
    () => ofPress().filter(({ name }) => name === 'smtp send').length === 2,
  );
  // A parent span is exported when it ends, after its children.
  const spanIds = (): Set<string> => new Set([press.spanId, ...ofPress().map(({ spanId }) => spanId)]);
  await until('every part hangs on another one', () =>
    ofPress().every(({ parentSpanId = '' }) => spanIds().has(parentSpanId)),
  );
  const spans = ofPress();
  const named = (name: string): SpanRecord => {
    const [span, ...others] = spans.filter((candidate) => candidate.name === name);
    if (span === undefined || others.length > 0)
      throw new Error(`expected one ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return span;
  };
  const row = named('POST /api/payments/create-and-purchase');
  expect([row.parentSpanId, attributesOf(row)]).toEqual([
    press.spanId,
    {
      'http.request.method': 'POST',
      'http.route': '/api/payments/create-and-purchase',
      'http.response.status_code': 200,
    },
  ]);
  const under = (span: SpanRecord): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? [] : [parent.name, ...under(parent)];
  };
  expect(under(named('stripe createPayment'))).toEqual([row.name]);
  for (const email of spans.filter(({ name }) => name === 'smtp send'))
    expect(under(email)).toEqual(['job send-mail', 'settle payment', row.name]);
  const statements = spans.filter(({ attributes }) => attributes.some(({ key }) => key === 'db.query.text'));
  const added = statements
    .map((span) => attributesOf(span)['db.query.text'])
    .filter((text) => /insert into "(shop_order|payment)"/.test(String(text)));
  expect(added.length).toBeGreaterThanOrEqual(2);
  // The webhook belongs to a different trace, and a span link connects the two. It may be delivered twice.
  for (const { name, links = [] } of spans.filter(({ name }) => name === 'settle payment')) {
    expect(links, name).toHaveLength(1);
    await until('its webhook is exported', () =>
      collected.spans.some(
        (span) =>
          span.traceId === links[0]?.traceId &&
          ['job settle-webhook', 'POST /api/webhooks/stripe'].includes(span.name),
      ),
    );
  }
  expect(spans.map(({ name }) => name)).toContain('settle payment');
  expect([...collected.services]).toEqual(['a shop that is watched']);
});

test('neither buyer data nor statement values are exported', () => {
  const { firstName, lastName, email, phone, addressLine1 } = billingDetails;
  for (const secret of [
    firstName,
    lastName,
    email,
    phone,
    addressLine1,
    cards.good,
    '_secret_',
    'sk_test',
    'whsec_',
  ])
    expect([secret, collected.text.includes(secret)]).toEqual([secret, false]);
  expect(collected.text).toContain('insert into');
});

test('the Prometheus metrics are exported too, with the same values', async () => {
  const buckets = await until('requests are measured', () => {
    const points = collected.metrics.get('http_request_duration_seconds')?.histogram?.dataPoints;
    return points?.find(({ attributes }) =>
      attributes.some(({ value }) => value.stringValue === '/api/payments/create-and-purchase'),
    );
  });
  expect(buckets.count).toBe(1);
  expect(buckets.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(buckets.bucketCounts).toHaveLength((buckets.explicitBounds?.length ?? 0) + 1);
  const paid = await until('the payment is measured', () => {
    const { isMonotonic, dataPoints = [] } = collected.metrics.get('payments_total')?.sum ?? {};
    return dataPoints.length > 0 && { isMonotonic, values: dataPoints.map(({ asDouble }) => asDouble) };
  });
  expect(paid).toEqual({ isMonotonic: true, values: [1] });
  expect(collected.metrics.get('database_connections')?.gauge).toBeDefined();
});

test('its packages are loaded in one place, and only when needed', () => {
  const root = join(import.meta.dirname, '../..');
  const importing = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const values = [...text.matchAll(/^import (?!type\b)[^;]*'@opentelemetry\//gm)];
      return [
        ...(values.length > 0 ? [`${path} always`] : []),
        ...(/await import\('@opentelemetry/.test(text) ? [path] : []),
      ];
    });
  expect(importing).toEqual(['adapters/opentelemetry/open.ts']);
});
