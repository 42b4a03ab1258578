/** The generated reference pages match the code, and every setting has a description. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#tools/tidy.ts';
import { retryPolicy } from '#modules/shared/job-list.ts';
import { settingGroups } from '#server/settings/config.ts';
import { auditCommands } from './admin-audit.ts';
import { backupCommands } from './admin-backup.ts';
import { creditCommands } from './admin-credit.ts';
import { orderCommands } from './admin-orders.ts';
import { peopleCommands } from './admin-people.ts';
import { reportingCommands } from './admin-reporting.ts';
import { jobTexts } from './job-texts.ts';
import { timeCommands } from './pass-time.ts';
import { referencePages, settings, testsBySituation } from './reference.ts';
import { situationTexts } from './situation-texts.ts';

test('every setting is in one section of the page', () => {
  expect(Object.values(settingGroups).flatMap(Object.keys).toSorted()).toEqual(
    Object.keys(settings).toSorted(),
  );
});

test('every setting has a description of whole sentences, with at most 20 words', () => {
  expect(Object.keys(settings).length).toBeGreaterThan(40);
  for (const [name, { description = '' }] of Object.entries(settings)) {
    expect(description, name).toMatch(/^[A-Z`].*\.$/);
    expect(description.split(' ').length, name).toBeLessThanOrEqual(20);
  }
});

test('every job has a description, and no description is unused', () => {
  expect(Object.keys(jobTexts).toSorted()).toEqual(Object.keys(retryPolicy).toSorted());
});

test('every command of the command tables is on the page', () => {
  const tables = [
    orderCommands,
    creditCommands,
    reportingCommands,
    timeCommands,
    auditCommands,
    backupCommands,
    peopleCommands,
  ];
  const page = readFileSync(`${root}/docs/reference/cli.md`, 'utf8');
  const missing = tables
    .flatMap(Object.keys)
    .filter((name) => !new RegExp(`^  ${name}( |$)`, 'm').test(page));
  expect(missing).toEqual([]);
});

test('every situation has tests that exist, and no test has the number of an unknown one', () => {
  const tests = testsBySituation();
  expect([...tests.keys()].filter((number) => !(number in situationTexts))).toEqual([]);
  for (const [number, { more = [] }] of Object.entries(situationTexts)) {
    expect((tests.get(Number(number)) ?? []).length + more.length, number).toBeGreaterThan(0);
    expect(more.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
  }
});

test('the pages are fresh: npm run reference', () => {
  for (const [path, text] of Object.entries(referencePages()))
    expect(readFileSync(`${root}/${path}`, 'utf8'), path).toBe(text);
});
