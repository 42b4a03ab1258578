/** Every kind and state that the server can answer has its words, and a person is told what to do where something has to be done. */
import { Report, reportStates } from '#contract/reporting.ts';
import { expect, test } from 'vitest';
import { fieldLabel, kindWords, stateTones, stateWords, whatToDo } from './report-words.ts';

test('the states are said in plain words', () => {
  expect(reportStates.map((state) => stateWords[state])).toEqual([
    'Waiting',
    'Sent',
    'Waiting for you to accept at Factiiv',
    'Waiting for Factiiv',
    'Accepted',
    'Rejected',
    'In dispute',
    'Not reported',
  ]);
  expect(Object.keys(stateTones).toSorted()).toEqual([...reportStates].toSorted());
});

test('every kind has a name of its own', () => {
  const names = Report.shape.kind.options.map((kind) => kindWords[kind]);
  expect(names.every((name) => name.length > 3)).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test('only what waits for its owner, was rejected, or waits in line comes with advice', () => {
  expect(reportStates.filter((state) => whatToDo({ state }) !== null)).toEqual(['queued', 'awaiting_you', 'rejected']);
});

test('a field that we have no word for stands under its own name', () => {
  expect([fieldLabel('relationshipDate'), fieldLabel('somethingNew')]).toEqual(['Relationship date', null]);
});
