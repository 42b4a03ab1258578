/** Which step an address leads to: the first question without a valid answer, or the one to change. */
import { expect, test } from 'vitest';
import { addressOfPrevious, addressToChange, otherAnswers, readPlace } from './quiz-address.ts';

const place = (query: string) => readPlace(new URLSearchParams(query));
const questionAt = (query: string): string | undefined => place(query).question?.name;
const allAnswers = 'live=abroad&sell=goods&partners=alone&visa=no&when=now';

test.each([
  ['', 'live'],
  ['live=abroad', 'sell'],
  ['live=abroad&sell=goods&partners=alone', 'visa'],
  ['live=mars', 'live'],
  ['live=&sell=goods', 'live'],
  ['live=mars&sell=goods&partners=alone&visa=no&when=now', 'live'],
  ['live=abroad&sell=GOODS&partners=alone&visa=no&when=now', 'sell'],
  ['live=abroad&sell=constructor&partners=alone&visa=no&when=now', 'sell'],
  ['sell=goods&partners=alone&visa=no&when=now', 'live'],
  ['live=abroad&sell=goods&partners=alone&visa=no&when=yesterday', 'when'],
  [`${allAnswers}&change=sell`, 'sell'],
  [`${allAnswers}&change=live`, 'live'],
  ['live=abroad&sell=goods&change=live', 'live'],
  ['live=abroad&change=when', 'sell'],
  ['live=abroad&change=nothing', 'sell'],
])('%j asks %s', (query, question) => {
  expect(questionAt(query)).toBe(question);
});

test('five valid answers, in any order and among other parameters, are complete', () => {
  const answers = { live: 'abroad', sell: 'goods', partners: 'alone', visa: 'no', when: 'now' };
  for (const query of [
    allAnswers,
    `when=now&visa=no&partners=alone&sell=goods&live=abroad&utm_source=mail`,
    `${allAnswers}&change=nothing`,
  ])
    expect(place(query)).toEqual({ given: answers, question: null });
});

test('valid answers after an invalid one are preserved, so that they are not asked again', () => {
  const { given, question } = place('live=mars&sell=goods&when=now');
  expect(question?.name).toBe('live');
  expect(otherAnswers(given, 'live')).toEqual([
    ['sell', 'goods'],
    ['when', 'now'],
  ]);
});

test('Back shows the previous question with its answer marked, and Continue goes on from there', () => {
  const { given } = place('live=abroad&sell=goods');
  expect(addressOfPrevious(given, 'live')).toBeNull();
  const previousAddress = addressOfPrevious(given, 'partners') ?? '';
  expect(previousAddress).toBe('/quiz?live=abroad&sell=goods&change=sell');
  const reopened = place(previousAddress.slice('/quiz?'.length));
  expect([reopened.question?.name, reopened.given.sell]).toEqual(['sell', 'goods']);
  const next = new URLSearchParams([...otherAnswers(reopened.given, 'sell'), ['sell', 'services']]);
  expect(readPlace(next).question?.name).toBe('partners');
});

test('changing an answer of a complete quiz leads straight back to the list', () => {
  const { given } = place(allAnswers);
  const changed = place(addressToChange(given, 'visa').slice('/quiz?'.length));
  expect(changed.question?.name).toBe('visa');
  const next = readPlace(new URLSearchParams([...otherAnswers(changed.given, 'visa'), ['visa', 'yes']]));
  expect(next).toMatchObject({ question: null, given: { live: 'abroad', visa: 'yes' } });
});
