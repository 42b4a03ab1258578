/** Every report kind and state of the server has a label, and states that need action say what to do. */
import { Report, reportStates } from '#contract/reporting.ts';
import { expect, test } from 'vitest';
import { fieldLabel, fieldsInOrder, kindWords, stateTones, stateWords, whatToDo } from './report-words.ts';

test('the states have plain labels', () => {
  expect(reportStates.map((state) => stateWords[state])).toEqual([
    'Waiting',
    'Sent, no answer yet',
    'Waiting for you to accept at Factiiv',
    'Waiting for Factiiv',
    'Accepted',
    'Rejected',
    'In dispute',
    'Not reported',
    'Withdrawn',
  ]);
  expect(Object.keys(stateTones).toSorted()).toEqual([...reportStates].toSorted());
});

test('every kind has its own name', () => {
  const names = Report.shape.kind.options.map((kind) => kindWords[kind]);
  expect(names.every((name) => name.length > 3)).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test('a waiting or uncounted report shows what to do or what we do', () => {
  const sentAt = '2026-11-24T10:00:00.000Z';
  const advised = reportStates.filter((state) => whatToDo({ kind: 'purchase', state, sentAt }) !== null);
  expect(advised).toEqual(['queued', 'sent', 'awaiting_you', 'rejected', 'withdrawn']);
  // Only a delivered report can be disputed.
  expect(whatToDo({ kind: 'purchase', state: 'rejected', sentAt })).toContain('tell us below');
  expect(whatToDo({ kind: 'purchase', state: 'rejected', sentAt: null })).not.toContain('tell us below');
});

test('a withdrawn report shows why', () => {
  const why = (kind: (typeof Report.shape.kind.options)[number]) =>
    whatToDo({ kind, state: 'withdrawn', sentAt: null });
  expect(why('purchase')).toBe(
    'The payment was returned, so we withdrew the report. It no longer counts at Factiiv.',
  );
  expect(why('charge')).toBe(
    'The invoice was voided, so we withdrew the report. It no longer counts at Factiiv.',
  );
});

test('an unlabeled field appears under its own name', () => {
  expect([fieldLabel('relationshipDate'), fieldLabel('somethingNew')]).toEqual(['Relationship date', null]);
});

test('the fields of a receipt are in a readable order', () => {
  const fields = {
    amount: 150,
    balance: 0,
    somethingNew: 'x',
    typeDesc: 'buysell',
    reference: 'brp_1',
    relationshipDate: '2026-11-24',
  };
  const names = fieldsInOrder(fields).map(([name]) => name);
  expect(names).toEqual(['typeDesc', 'relationshipDate', 'amount', 'balance', 'reference', 'somethingNew']);
});
