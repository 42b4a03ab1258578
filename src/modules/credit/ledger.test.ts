/** The book in the database: once for each fact, one after the other, and never by a way around the code. */
import { checkInvariants } from '#modules/admin/invariants.ts';
import { type Cents, cents } from '#kernel/money.ts';
import { freshId } from '#kernel/ids.ts';
import type { Database } from '#platform/database.ts';
import { systemClock } from '#ports/clock.ts';
import { anAccount } from '#test/a-customer.ts';
import { aDatabase, type TestDatabase } from '#test/a-database.ts';
import { amount } from '#test/amount.ts';
import { cheapPasswords } from '#test/secrets.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factKeys, record } from './ledger.ts';
import { after, type Balances, emptyBook, type Reason, reasons } from './rules.ts';
import * as store from './store.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await aDatabase();
  db = database.db;
});
afterAll(() => database.close());

const now = new Date('2027-03-01T12:00:00Z');
const why = { rule: 'test-1', inputs: { because: 'a test says so' } };

async function anAccountWith(limit: Cents): Promise<string> {
  const { userId } = await anAccount({ db, deps: { clock: systemClock, passwords: cheapPasswords() } });
  return db.transaction().execute(async (tx) => {
    const { id } = await store.open(tx, { id: freshId('crd'), userId, now });
    if (limit > 0) await record(tx, { accountId: id, key: factKeys.approved(id), reason: 'approved', amount: limit, now, ...why });
    return id;
  });
}

type Asked = { accountId: string; key: string; reason: Reason; amount: Cents };
const move = (asked: Asked) => db.transaction().execute((tx) => record(tx, { ...asked, now, ...why }));
const carried = async (accountId: string): Promise<Balances> => (await store.lastOf(db, accountId)).balances;

test('a fact moves the book once, however often it is told, and in two at once', async () => {
  const accountId = await anAccountWith(cents(50_000));
  const fact = { accountId, key: factKeys.purchased(`ord_${accountId}`), reason: 'purchased', amount: cents(30_000) } as const;
  const told = await Promise.all(Array.from({ length: 8 }, () => move(fact)));
  expect(told.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await carried(accountId)).toEqual({ approved: 50_000, available: 20_000, hold: 30_000, owed: 0 });
});

test('fifty buyers at once spend no dollar twice', async () => {
  const accountId = await anAccountWith(cents(50_000));
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, (_, number) =>
      move({ accountId, key: `purchased:${accountId}-${number}`, reason: 'purchased', amount: cents(3_000) }),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  for (const attempt of tries) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'credit_too_little' });
  expect(await carried(accountId)).toEqual({ approved: 50_000, available: 2_000, hold: 48_000, owed: 0 });
});

test('a fact of one account cannot move the book of another', async () => {
  const [one, other] = [await anAccountWith(cents(1_000)), await anAccountWith(cents(1_000))];
  await move({ accountId: one, key: `booster:${one}`, reason: 'booster', amount: cents(500) });
  await expect(move({ accountId: other, key: `booster:${one}`, reason: 'booster', amount: cents(500) })).rejects.toThrow(
    'has moved the book of',
  );
});

describe('around the code', () => {
  test.each([
    ['a change', sql`update credit_movement set amount_cents = amount_cents + 1`, 'append-only'],
    ['a deletion', sql`delete from credit_movement`, 'append-only'],
    ['emptying it', sql`truncate credit_movement`, 'append-only'],
  ])('%s is refused', async (_, statement, why) => {
    await anAccountWith(cents(1_000));
    await expect(statement.execute(db)).rejects.toThrow(why);
  });

  const insertion = (accountId: string, values: string) =>
    sql.raw(`insert into credit_movement (account_id, number, key, reason, from_account, to_account, amount_cents,
      approved_after, available_after, hold_after, owed_after, rule, made_at) values ('${accountId}', ${values}, 'by hand', now())`);

  test.each([
    ['a gap', `3, 'k1', 'purchased', 'available', 'hold', 100, 1000, 900, 100, 0`, 'leaves a gap'],
    ['a balance out of nothing', `2, 'k2', 'purchased', 'available', 'hold', 100, 1000, 950, 50, 0`, 'does not follow'],
    ['a book that is not balanced', `2, 'k3', 'purchased', 'available', 'hold', 100, 1000, 900, 101, 0`, 'does not follow|check'],
    ['a purchase of more than there is', `2, 'k4', 'purchased', 'available', 'hold', 1001, 1000, -1, 1001, 0`, 'spends what is not there'],
    ['a reason with the wrong accounts', `2, 'k5', 'paid', 'limit', 'available', 100, 1100, 1100, 0, 0`, 'check'],
    ['a limit above the gauge', `2, 'k6', 'raised', 'limit', 'available', 5000000, 5001000, 5001000, 0, 0`, 'check'],
  ])('%s is refused', async (_, values, why) => {
    const accountId = await anAccountWith(cents(1_000));
    await expect(insertion(accountId, values).execute(db)).rejects.toThrow(new RegExp(why));
  });
});

type Step = { reason: Reason; amount: Cents; key: number };
const steps = fc.array(
  fc.record({
    reason: fc.constantFrom(...reasons),
    amount: fc.integer({ min: 1, max: 40_000 }).map(cents),
    key: fc.integer({ min: 0, max: 25 }),
  }),
  { minLength: 1, maxLength: 20 },
);

/** What the rules say of the same step: a refusal in their words, or the balances. */
function expected(model: Balances, { reason, amount: asked }: Step): Balances | string {
  try {
    return after(model, reason, asked);
  } catch (error) {
    return (error as Error).message;
  }
}

test('after any sequence of facts, repeats and refusals the book is what the rules say, and balances', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const accountId = await anAccountWith(cents(0));
      const moved = new Set<number>();
      let model = emptyBook;
      for (const step of sequence) {
        const next = moved.has(step.key) ? model : expected(model, step);
        const outcome = await move({ accountId, key: `${accountId}-${step.key}`, reason: step.reason, amount: step.amount }).then(
          ({ balances }) => balances,
          (error: unknown) => (error as Error).message,
        );
        expect(outcome).toEqual(next);
        if (typeof next === 'string') continue;
        moved.add(step.key);
        model = next;
      }
      expect(await carried(accountId)).toEqual(model);
    }),
    { numRuns: amount(30, 1_000) },
  );
  expect((await checkInvariants(db)).filter(({ invariant }) => /^I[12] /.test(invariant))).toEqual([]);
});
