/** Durations are shown in a familiar unit, and are never longer or shorter than the setting. */
import { expect, test } from 'vitest';
import { inWords, retentionOf } from './retention.ts';

test('whole years of days are shown as years, all others as days', () => {
  expect([30, 60, 90, 364, 365, 366, 367, 730, 731, 732, 1_825, 1_826, 1_827, 1_828].map(inWords)).toEqual([
    ...['30 days', '60 days', '90 days', '364 days', '1 year', '1 year', '367 days'],
    ...['2 years', '2 years', '732 days', '5 years', '5 years', '5 years', '1828 days'],
  ]);
});

test('a lookup record outlives what it is used to find', () => {
  expect(retentionOf.cardSetupDays).toBeGreaterThan(retentionOf.reportDays);
  expect(retentionOf.endedLinkDays).toBeGreaterThan(retentionOf.linkPageDays);
});

test('the privacy policy states two years for messages and five for consents', () => {
  expect([retentionOf.messageDays, retentionOf.consentDays].map(inWords)).toEqual(['2 years', '5 years']);
});
