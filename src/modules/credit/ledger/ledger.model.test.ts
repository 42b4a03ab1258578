/**
 * The ledger against an in-memory model: random histories of one account are applied to both. After every
 * step the ledger balances and matches the model, and every debt has an invoice. A failure prints its seed
 * and path.
 */
import { everything } from '#modules/operations/invariants/changes.ts';
import { questionsOfCredit } from '#modules/operations/invariants/of-credit.ts';
import { balance, type CreditShop } from '#test/builders/credit-account.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { amount } from '#test/amount.ts';
import { anApplicant, noApplication } from '#test/credit-application-life.ts';
import { acts, halvesOf, held, type Life, type Model, owed, type Step } from '#test/credit-life.ts';
import { noJobs } from '#test/no-jobs.ts';
import { cheapPasswords } from '#test/secrets.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#test/builders/settings.ts';
import { owingOf } from './owing-store.ts';
import { findOf } from './store.ts';

let database: TestDatabase;
let shop: CreditShop;
const clock = { at: new Date('2027-12-20T09:00:00Z'), now: () => clock.at };
beforeAll(async () => {
  database = await aDatabase();
  shop = {
    db: database.db,
    deps: {
      clock,
      jobs: noJobs,
      publicOrigin: 'http://shop.example',
      settings: defaultSettings,
      passwords: cheapPasswords(),
    },
  };
});
afterAll(() => database.close());

async function compare({ userId, model }: Life): Promise<void> {
  const { approved, available } = model;
  expect(approved).toBe(available + held(model) + owed(model));
  expect(await balance(shop, userId)).toEqual({ approved, available, hold: held(model), owed: owed(model) });
  const account = await findOf(shop.db, userId);
  const owing = await owingOf(shop.db, account?.id ?? '');
  const expected = halvesOf(model).filter((half) => half.owed > 0);
  expect(owing.map((invoice) => [invoice.invoiceId, invoice.owed]).toSorted()).toEqual(
    expected.map((half) => [half.id, half.owed]).toSorted(),
  );
}

/** Evenly distributed: doubles from fast-check are mostly close to zero. */
const sizeUpTo = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: most * 1_000 }).map((thousandths) => thousandths / 1_000);
const single: fc.Arbitrary<Step[]> = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
    pick: fc.nat(20),
    size: sizeUpTo(1),
  })
  .map((step) => [step]);
/** An order that goes well, as far as earlier steps allow. */
const wellPaid: fc.Arbitrary<Step[]> = fc
  .double({ min: 0, max: 0.5, noNaN: true })
  .map((size) => [
    { kind: 'buy', pick: 0, size },
    ...(['issue', 'issue', 'pay', 'pay', 'complete'] as const).map((kind) => ({ kind, pick: -1, size: 1 })),
  ]);
/** Most histories start with an approval. */
const approval: Step = { kind: 'apply', pick: 0, size: 1 };
const lives = fc
  .array(fc.oneof({ arbitrary: single, weight: 6 }, { arbitrary: wellPaid, weight: 1 }), {
    minLength: 15,
    maxLength: 40,
    size: 'max',
  })
  .map((parts) => parts.flat());

test(
  'for any sequence of events, the ledger matches the model',
  async () => {
    const happened = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(lives, async (steps) => {
        const { userId, email } = await anApplicant(shop);
        const nothing = {
          isOpen: false,
          approved: 0,
          available: 0,
          byStaff: false,
          orders: [],
          boosters: [],
          refs: 0,
        };
        const model: Model = { ...nothing, application: { ...noApplication } };
        const life = { shop, clock, userId, email, model };
        for (const step of [approval, ...steps]) {
          await acts[step.kind](life, step);
          await compare(life);
        }
        const kinds = await shop.db
          .selectFrom('credit_movement')
          .innerJoin('credit_account', 'credit_account.id', 'account_id')
          .select('kind')
          .where('user_id', '=', userId)
          .execute();
        for (const { kind } of kinds) happened.set(kind, (happened.get(kind) ?? 0) + 1);
      }),
      { numRuns: amount(25, 1_000), ...(amount(true, false) ? { seed: 20_271_225 } : {}) },
    );
    expect([...happened.keys()].toSorted()).toEqual(
      [
        ...[
          'approved',
          'bonus',
          'bonus_back',
          'booster',
          'booster_back',
          'closed',
          'credited',
          'held',
          'invoiced',
          'lowered',
        ],
        ...['paid', 'raised', 'released', 'returned', 'voided', 'written_off'],
        ...(happened.has('given_up') ? ['given_up'] : []),
      ].toSorted(),
    );
    for (const { invariant, ask } of questionsOfCredit.filter(({ invariant: name }) =>
      /^I(1|2|11|17 a bonus)\b/.test(name),
    ))
      expect([invariant, (await ask(everything).execute(shop.db)).rows]).toEqual([invariant, []]);
  },
  amount(300_000, 3_600_000),
);
