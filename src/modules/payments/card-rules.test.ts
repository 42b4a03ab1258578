/** Which cards a customer can choose: no expired ones, no duplicates, the default first. */
import { expect, test } from 'vitest';
import type { SavedCard } from '#ports/card-wallet.ts';
import { isBelowCardLimit, isExpired, sameCard, usableCards, waitForSetup } from './card-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const card = (cardRef: string, changes: Partial<SavedCard> = {}): SavedCard => ({
  cardRef,
  name: 'Ada Obi',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2028,
  fingerprint: cardRef,
  ...changes,
});
const listed = (cards: SavedCard[], defaultCardRef: string | null = null) =>
  usableCards({ cards, defaultCardRef }, now).map(({ cardRef, isDefault }) =>
    isDefault ? `${cardRef}*` : cardRef,
  );

for (const [expMonth, expYear, at, expected] of [
  [11, 2026, '2026-11-30T23:59:59Z', false],
  [11, 2026, '2026-12-01T11:59:59Z', false],
  [11, 2026, '2026-12-01T12:00:00Z', true],
  [12, 2026, '2026-12-31T12:00:00Z', false],
  [1, 2027, '2026-12-31T12:00:00Z', false],
  [10, 2026, '2026-11-21T12:00:00Z', true],
] as const) {
  test(`a card of ${expMonth}/${expYear} is ${expected ? 'expired' : 'good'} on ${at}`, () =>
    expect(isExpired({ expMonth, expYear }, new Date(at))).toBe(expected));
}

test('the newest is the default until one is chosen, and the chosen one comes first', () => {
  expect(listed([card('new'), card('old')])).toEqual(['new*', 'old']);
  expect(listed([card('new'), card('old')], 'old')).toEqual(['old*', 'new']);
});
test('an expired card is not listed, and is no default', () => {
  expect(listed([card('new'), card('past', { expYear: 2025 })], 'past')).toEqual(['new*']);
  expect(listed([card('past', { expYear: 2025 })], 'past')).toEqual([]);
});
test('the same number is listed once: the chosen record, else the newest', () => {
  const twice = [
    card('again', { fingerprint: 'same' }),
    card('other'),
    card('first', { fingerprint: 'same' }),
  ];
  expect(listed(twice)).toEqual(['again*', 'other']);
  expect(listed(twice, 'first')).toEqual(['first*', 'other']);
  expect(listed(twice, 'other')).toEqual(['other*', 'again']);
});
test('removing a card removes every record of its number', () => {
  const wallet = {
    cards: [card('again', { fingerprint: 'same' }), card('other'), card('first', { fingerprint: 'same' })],
    defaultCardRef: null,
  };
  expect(sameCard(wallet, card('first', { fingerprint: 'same' }))).toEqual(['first', 'again']);
});

test('a customer may save twenty valid cards, not counting others', () => {
  const good = Array.from({ length: 19 }, (_, index) => card(`card-${index}`));
  const cards = [...good, card('past', { expYear: 2025 }), card('again', { fingerprint: 'card-1' })];
  expect(isBelowCardLimit({ cards, defaultCardRef: null }, now)).toBe(true);
  expect(isBelowCardLimit({ cards: [...cards, card('twentieth')], defaultCardRef: null }, now)).toBe(false);
});

test('of eleven attempts to save a card within an hour the eleventh waits until the first is an hour old', () => {
  const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  const nine = Array.from({ length: 9 }, (_, index) => minutesAgo(index));
  expect(waitForSetup(nine, now)).toBeNull();
  expect(waitForSetup([...nine, minutesAgo(50)], now)).toBe(600);
  expect(waitForSetup([...nine, minutesAgo(20), minutesAgo(50)], now)).toBe(2_400);
});
