/** The table of movements: what each takes, gives, and refuses. */
import { cents, zero } from '#kernel/money.ts';
import { expect, test } from 'vitest';
import { after, type Balances, emptyBook, entryOf, raiseWithin, reasons } from './rules.ts';

const book: Balances = { approved: cents(50_000), available: cents(20_000), hold: cents(20_000), owed: cents(10_000) };

test.each(reasons)('%s moves the amount from one account to another, and the book stays balanced', (reason) => {
  const next = after(book, reason, cents(1_000));
  expect(next.approved).toBe(next.available + next.hold + next.owed);
  const { from, to } = entryOf(reason);
  const carried = (balances: Balances) => ({ ...balances, limit: -balances.approved });
  const [was, is] = [carried(book), carried(next)];
  expect(is[from]).toBe(was[from] - 1_000);
  expect(is[to]).toBe(was[to] + 1_000);
});

test('nothing is bought with more than is available, to the cent', () => {
  expect(after(book, 'purchased', cents(20_000)).available).toBe(0);
  expect(() => after(book, 'purchased', cents(20_001))).toThrow('Not enough available credit');
});

test('what was returned or lowered may leave less than nothing, and then nothing can be bought', () => {
  const returned = after(after(book, 'purchased', cents(20_000)), 'payment_returned', cents(5_000));
  expect(returned).toEqual({ approved: 50_000, available: -5_000, hold: 40_000, owed: 15_000 });
  expect(after(returned, 'lowered', cents(10_000))).toMatchObject({ approved: 40_000, available: -15_000 });
  expect(() => after(returned, 'purchased', cents(1))).toThrow('Not enough available credit');
});

test('no limit is above the end of the gauge, and a raise is cut to what fits', () => {
  expect(() => after(book, 'raised', cents(4_950_001))).toThrow('A credit limit cannot be above $50,000');
  expect(after(book, 'raised', cents(4_950_000)).approved).toBe(5_000_000);
  expect([raiseWithin(cents(4_999_900), cents(500)), raiseWithin(cents(0), cents(500)), raiseWithin(cents(5_000_000), cents(500))]).toEqual(
    [100, 500, 0],
  );
});

test.each(['invoiced', 'order_canceled'] as const)('%s cannot move more than is held', (reason) => {
  expect(() => after(book, reason, cents(20_001))).toThrow('more than there is');
});

test.each(['paid', 'invoice_voided', 'written_off'] as const)('%s cannot move more than is owed', (reason) => {
  expect(() => after(book, reason, cents(10_001))).toThrow('more than there is');
});

test('an amount that is not positive is no movement', () => {
  for (const amount of [zero, cents(-1)]) expect(() => after(emptyBook, 'approved', amount)).toThrow('is no movement');
});
