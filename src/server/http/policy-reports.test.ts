/** Browser reports in both formats, and arbitrary input to their endpoint. */
import { Hono } from 'hono';
import { createLogger } from '#platform/logger.ts';
import { createMetrics } from '#platform/metrics.ts';
import { systemClock } from '#ports/clock.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyReportRoute, readReports } from './policy-reports.ts';

const older = {
  'csp-report': {
    'document-uri': 'https://shop.example/reset-password?resetToken=secret#part',
    'violated-directive': "script-src 'self'",
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?a=1',
    'source-file': 'https://shop.example/products?b=2',
    disposition: 'enforce',
  },
};
const newer = [
  {
    type: 'csp-violation',
    url: 'https://shop.example/checkout?orderId=secret',
    body: {
      documentURL: 'https://shop.example/checkout?orderId=secret',
      effectiveDirective: 'require-trusted-types-for',
      blockedURL: 'trusted-types-sink',
      disposition: 'report',
    },
  },
  { type: 'deprecation', url: 'https://shop.example/', body: {} },
];

test('both formats are parsed, and no query string is stored', () => {
  expect(readReports(JSON.stringify(older))).toEqual([
    {
      page: 'https://shop.example/reset-password',
      rule: 'script-src-elem',
      blocked: 'https://evil.example/x.js',
      source: 'https://shop.example/products',
      isEnforced: true,
    },
  ]);
  expect(readReports(JSON.stringify(newer))).toEqual([
    {
      page: 'https://shop.example/checkout',
      rule: 'require-trusted-types-for',
      blocked: 'trusted-types-sink',
      source: '',
      isEnforced: false,
    },
  ]);
});

test('every response is 204, and only our own directives become labels', async () => {
  const metrics = createMetrics({ ofProcess: false });
  const api = new Hono();
  policyReportRoute(
    api,
    { log: createLogger('silent'), metrics, clock: systemClock, publicOrigin: 'https://shop.example' },
    undefined,
  );
  const forged = { 'csp-report': { ...older['csp-report'], 'effective-directive': 'made-up"}' } };
  const bodies = [
    JSON.stringify(older),
    JSON.stringify(newer),
    JSON.stringify(forged),
    '',
    'null',
    '{',
    '[1]',
    '{"csp-report":7}',
    'x'.repeat(50_000),
  ];
  for (const body of bodies) {
    const answer = await api.request('/api/csp-report', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/csp-report' },
    });
    expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 204]);
  }
  const { body } = await metrics.text();
  expect(body).toContain('policy_reports_total{rule="script-src-elem"} 1');
  expect(body).toContain('policy_reports_total{rule="require-trusted-types-for"} 1');
  expect(body).toContain('policy_reports_total{rule="other"} 1');
  expect(body).not.toContain('made-up');
});

describe('through the listener', () => {
  const lines: { msg: string; report: { page: string; blocked: string } }[] = [];
  let shop: Shop;
  beforeAll(async () => {
    const log = createLogger('warn', { write: (line: string) => lines.push(JSON.parse(line)) });
    shop = await aShop({ runJobs: false, limits: { trustedProxies: 1 }, log });
  });
  afterAll(() => shop.stop());
  const aReport = (blockedURL: string, documentURL = 'http://shop.example/faq') => ({
    type: 'csp-violation',
    body: { documentURL, effectiveDirective: 'img-src', blockedURL, disposition: 'enforce' },
  });
  const send = async (reports: object[], client = '203.0.113.1'): Promise<void> => {
    const headers = { 'content-type': 'application/reports+json', 'x-forwarded-for': client };
    const answer = await fetch(`${shop.origin}/api/csp-report`, {
      method: 'POST',
      headers,
      body: JSON.stringify(reports),
    });
    expect(answer.status).toBe(204);
  };
  const loggedUrls = () => lines.splice(0).map(({ report }) => report.blocked);

  test('many reports of one kind are one line a minute; the metric counts them all', async () => {
    const many = Array.from({ length: 18 }, (_, number) => aReport(`https://evil.example/${number}.png`));
    for (let post = 0; post < 5; post += 1) await send(many);
    expect(loggedUrls()).toEqual(['https://evil.example/0.png']);
    await send([aReport('inline')]);
    expect(loggedUrls()).toEqual(['inline']);
    shop.travel(61_000);
    await send([aReport('https://evil.example/last.png')]);
    expect(loggedUrls()).toEqual(['https://evil.example/last.png']);
  });

  test('a report about a foreign page is ignored', async () => {
    const foreign = [
      'https://elsewhere.example/',
      'http://shop.example.evil.example/faq',
      'about:srcdoc',
      '',
      'http://shop.example:81/',
    ];
    await send(foreign.map((page) => aReport('https://foreign.example/x.png', page)));
    expect(loggedUrls()).toEqual([]);
    await send([aReport('https://foreign.example/x.png')]);
    expect(loggedUrls()).toEqual(['https://foreign.example/x.png']);
  });

  test('for any number of kinds, the log gets twenty lines a minute', async () => {
    shop.travel(61_000);
    const kinds = (from: number) =>
      Array.from({ length: 15 }, (_, number) => aReport(`https://host-${from + number}.example/`));
    for (let post = 0; post < 10; post += 1) await send(kinds(post * 15));
    expect(loggedUrls()).toHaveLength(20);
  });

  test('report-only violations take no log lines from enforced ones', async () => {
    shop.travel(61_000);
    const reports = Array.from({ length: 20 }, (_, number) => aReport(`https://tried-${number}.example/`));
    await send(reports.map(({ type, body }) => ({ type, body: { ...body, disposition: 'report' } })));
    await send([aReport('https://broken.example/')]);
    expect(loggedUrls()).toEqual(['https://broken.example/']);
  });

  test('for any number of clients, at most 600 posts a minute are read', async () => {
    const before = await counted();
    const clients = Array.from({ length: 13 }, (_, number) => `198.51.100.${number}`);
    await Promise.all(
      clients.map(async (client) => {
        for (let post = 0; post < 50; post += 1) await send([aReport('https://evil.example/')], client);
      }),
    );
    expect((await counted()) - before).toBeGreaterThan(500);
    expect((await counted()) - before).toBeLessThan(600);
  });

  const counted = async (): Promise<number> =>
    Number(/policy_reports_total\{rule="img-src"\} (\d+)/.exec((await shop.metrics.text()).body)?.[1] ?? 0);
});
