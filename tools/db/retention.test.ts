/** The retention document lists how long each table is stored, and no table is missing. */
import { readFileSync } from 'node:fs';
import { inWords, retentionOf } from '#kernel/retention.ts';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/retention.md');

test('the table for operators lists each retention time', () => {
  const names: Record<keyof typeof retentionOf, string> = {
    messageDays: 'contact messages, with their emails',
    suspectedMessageDays: 'suspected spam',
    emailPageDays: 'email HTML',
    linkPageDays: 'email HTML with one-time links, and of reminders',
    emailTextDays: 'email text',
    endedSessionDays: 'ended sessions',
    unconfirmedDays: 'unconfirmed accounts',
    endedLinkDays: 'unconfirmed accounts after their last link expired',
    cartDays: 'carts without an order',
    reminderDays: 'cart reminder hashes',
    reportDays: 'webhook payloads',
    reportRowDays: 'webhook rows',
    cardSetupDays: 'abandoned card set-ups',
    listFileDays: 'exported lists',
    consentDays: 'consents',
  };
  for (const [key, days] of Object.entries(retentionOf))
    expect(page).toContain(`\n| ${names[key as keyof typeof retentionOf]} | ${inWords(days)} |`);
});

test('each table of the database has its retention time, or the reason for none', () => {
  const [, list = ''] = read('db/types.ts').split('export type DB = {');
  const tables = [...list.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table);
  expect(tables.length).toBeGreaterThan(80);
  expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});
