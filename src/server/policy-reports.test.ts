/** Reports of browsers in both forms, and whatever else may be sent to their address. */
import { Hono } from 'hono';
import { createLogger } from '#platform/logger.ts';
import { createMetrics } from '#platform/metrics.ts';
import { expect, test } from 'vitest';
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

test('both forms are read, and no query is kept', () => {
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

test('every answer is 204, and only rules of ours become labels', async () => {
  const metrics = createMetrics({ ofProcess: false });
  const api = new Hono();
  policyReportRoute(api, { log: createLogger('silent'), metrics }, undefined);
  const made = { 'csp-report': { ...older['csp-report'], 'effective-directive': 'made-up"}' } };
  const bodies = [
    JSON.stringify(older),
    JSON.stringify(newer),
    JSON.stringify(made),
    '',
    'null',
    '{',
    '[1]',
    '{"csp-report":7}',
    'x'.repeat(50_000),
  ];
  for (const body of bodies) {
    const answer = await api.request('/api/csp-report', { method: 'POST', body, headers: { 'content-type': 'application/csp-report' } });
    expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 204]);
  }
  const { body } = await metrics.text();
  expect(body).toContain('policy_reports_total{rule="script-src-elem"} 1');
  expect(body).toContain('policy_reports_total{rule="require-trusted-types-for"} 1');
  expect(body).toContain('policy_reports_total{rule="other"} 1');
  expect(body).not.toContain('made-up');
});
