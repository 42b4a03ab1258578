/** The Net 30 explainer gives a company the same result as the credit rules would. */
import { expect, test } from 'vitest';
import { decide } from '#modules/credit/ledger/rules.ts';
import { type Answers, outlook, questions, readAnswers } from '#web/features/net-30/qualify.ts';

/** Every combination of answers. */
const all = Array.from({ length: 2 ** questions.length }, (_one, bits) =>
  readAnswers(
    new URLSearchParams(
      questions.map(({ name }, at): [string, string] => [name, bits & (1 << at) ? 'yes' : 'no']),
    ),
  ),
).filter((answers): answers is Answers => answers !== null);

test('every combination of answers is covered', () => {
  expect(all).toHaveLength(64);
  expect(readAnswers(new URLSearchParams({ formed: 'yes' }))).toBeNull();
  expect(
    readAnswers(new URLSearchParams(questions.map(({ name }): [string, string] => [name, 'perhaps']))),
  ).toBeNull();
});

test.each(all)('the rules decide the same for %j', (answers) => {
  const { outcome, reasons } = decide({
    einIsValid: true,
    isUsEntity: answers.formed,
    formedOn: answers.age ? '2026-10-01' : '2026-10-30',
    today: '2026-11-01',
    addressIsInUs: answers.address,
    isAttested: true,
    nameAgrees: answers.same,
    addressAgrees: true,
    phoneAgrees: true,
    einIsElsewhere: false,
    wasWrittenOff: false,
    limitWasLower: false,
  });
  const seen = outlook(answers);
  const mayApply = answers.ein && answers.bought;
  expect(seen.outcome).toBe(outcome === 'decline' ? 'decline' : mayApply ? outcome : 'first');
  const beforehand = outcome === 'decline' ? 0 : [answers.ein, answers.bought].filter((is) => !is).length;
  expect(seen.because).toHaveLength(reasons.length + beforehand);
});
