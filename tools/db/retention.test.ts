/** Whoever runs the shop reads how long what is kept, and no table grows that nobody thought of. */
import { readFileSync } from 'node:fs';
import { inWords, retentionOf } from '#kernel/retention.ts';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/retention.md');

test('the table for operators says each of the times', () => {
  const names: Record<keyof typeof retentionOf, string> = {
    messageDays: 'messages of the contact form, with their emails',
    suspectedMessageDays: 'messages of machines',
    emailPageDays: 'formatted part of emails',
    linkPageDays: 'formatted part of emails with a link that works once, and of reminders',
    emailTextDays: 'words of emails',
    endedSessionDays: 'log-ins that ended',
    unconfirmedDays: 'accounts that nobody confirmed',
    endedLinkDays: 'such an account after its last link ended, if that is later',
    cartDays: 'carts without an order',
    reminderDays: 'whom we reminded of a cart, by a hash',
    reportDays: 'reports of the processor, word by word',
    reportRowDays: 'that there was a report',
    cardSetupDays: 'cards that were being saved',
    listFileDays: 'files of lists that staff had made',
    consentDays: 'consents',
  };
  for (const [key, days] of Object.entries(retentionOf))
    expect(page).toContain(`\n| ${names[key as keyof typeof retentionOf]} | ${inWords(days)} |`);
});

test('each table of the database has its end there, or why it has none', () => {
  const [, list = ''] = read('db/types.ts').split('export type DB = {');
  const tables = [...list.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table);
  expect(tables.length).toBeGreaterThan(80);
  expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});
