/** Health as text: what is fine, what needs attention, and what needs action. */
import { expect, test } from 'vitest';
import type { Health } from './calls.ts';
import { type Part, partsOf, sizeOf, spanOf } from './health-words.ts';

const now = '2026-11-25T12:00:00.000Z';
const before = (minutes: number): string => new Date(Date.parse(now) - minutes * 60_000).toISOString();
const none = { waiting: 0, oldestAt: null };
const day = 24 * 60;

const good: Health = {
  now,
  process: { version: '0.1.0', builtAt: before(3 * day), startedAt: before(90) },
  database: { version: '18.4', bytes: 2_340_000_000 },
  disk: { freeBytes: 60e9, totalBytes: 100e9 },
  queues: { jobs: none, emails: none, webhooks: none },
  givenUp: [],
  emails: { sentInADay: 1_204, failedInAWeek: 0, lastFailedAt: null },
  processor: [],
  sweeps: [{ name: 'sweep-payments', lastAt: before(1) }],
  invariants: { violations: 0, lookedAt: before(4), allCheckedAt: before(9 * 60), failedAt: null },
  verify: { at: before(5 * day), isGood: true, summary: 'All 60 invariants hold.' },
  chaos: { at: before(9 * day), isGood: true, summary: 'seed 1\nnothing was lost' },
  backup: { at: before(10 * 60), isGood: true, summary: 'in the other house' },
};
const part = (health: Health, title: string): Part | undefined =>
  partsOf(health).find((found) => found.title === title);
const tones = (health: Health): string[] =>
  partsOf(health).flatMap(({ title, tone }) =>
    tone === 'ok' || tone === 'plain' ? [] : [`${title}: ${tone}`],
  );

test('a healthy shop has nothing to review, and reports that in sentences', () => {
  expect(tones(good)).toEqual([]);
  expect(part(good, 'Emails')?.says).toBe('1,204 emails sent in the last day. None failed in the last week.');
  expect(part(good, 'Disk')?.says).toBe('60 GB of 100 GB are free. The database uses 2.3 GB.');
  expect(part(good, 'Version')?.says).toBe(
    '0.1.0, built 3 days ago. This process has run for 1 hour, on PostgreSQL 18.4.',
  );
  expect(part(good, 'Backup')?.says).toBe('The last one was made 10 hours ago: in the other house.');
  expect(part(good, 'Full verification')?.more).toEqual(['All 60 invariants hold.']);
});

test('overdue, failing, expiring, outdated, and missing items are named', () => {
  const bad: Health = {
    ...good,
    disk: { freeBytes: 5e9, totalBytes: 100e9 },
    queues: {
      jobs: { waiting: 1, oldestAt: before(11) },
      emails: { waiting: 40, oldestAt: before(61) },
      webhooks: { waiting: 2, oldestAt: before(1) },
    },
    givenUp: [{ job: 'send-mail', count: 2, lastAt: before(30) }],
    emails: { sentInADay: 1, failedInAWeek: 1, lastFailedAt: before(2 * day) },
    processor: [{ call: 'createPayment', kind: 'turned_away', count: 3 }],
    sweeps: [{ name: 'sweep-payments', lastAt: before(2 * day) }],
    invariants: { violations: 2, lookedAt: before(4), allCheckedAt: null, failedAt: null },
    verify: null,
    chaos: { at: before(day), isGood: false, summary: '' },
    backup: { at: before(3 * day), isGood: true, summary: '' },
  };
  expect(tones(bad)).toEqual([
    'Jobs: warn',
    'Queued emails: danger',
    'Failed jobs: danger',
    'Emails: warn',
    'Card processor API calls: warn',
    'Scheduled jobs: warn',
    'Data consistency: danger',
    'Disk: danger',
    'Backup: warn',
    'Full verification: warn',
    'Chaos tests: danger',
  ]);
  expect(part(bad, 'Jobs')?.says).toBe('1 job is due; the oldest is 11 minutes old.');
  expect(part(bad, 'Card processor API calls')?.more).toEqual(['createPayment, turned away: 3']);
  expect(part({ ...bad, backup: null }, 'Backup')?.says).toContain('note-result backup good');
});

test('durations and sizes are in everyday units', () => {
  expect([30_000, 60_000, 3_599_000, 3_600_000, 47 * 3_600_000, 48 * 3_600_000].map(spanOf)).toEqual([
    'less than a minute',
    '1 minute',
    '59 minutes',
    '1 hour',
    '47 hours',
    '2 days',
  ]);
  expect([1_500_000, 999_949_999, 41_260_000_000].map(sizeOf)).toEqual(['1.5 MB', '999.9 MB', '41.3 GB']);
});
