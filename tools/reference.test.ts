/** The generated reference pages match the code, and every setting has a description. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '#tools/tidy.ts';
import { retryPolicy } from '#platform/job-list.ts';
import { jobTexts } from './job-texts.ts';
import { referencePages, settingNames } from './reference.ts';
import { settingTexts } from './setting-texts.ts';

test('every setting has a sentence, and no sentence is left over', () => {
  expect(settingNames.length).toBeGreaterThan(40);
  expect(Object.keys(settingTexts).toSorted()).toEqual(settingNames.toSorted());
});

test('every job has a sentence, and no sentence is left over', () => {
  expect(Object.keys(jobTexts).toSorted()).toEqual(Object.keys(retryPolicy).toSorted());
});

test('the pages are fresh: node tools/reference.ts', () => {
  for (const [path, text] of Object.entries(referencePages())) expect(readFileSync(`${root}/${path}`, 'utf8'), path).toBe(text);
});
