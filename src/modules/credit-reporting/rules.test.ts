/**
 * Which facts are reported, in what order, and which are not. Rules: design/credit.md, "Reporting to
 * Factiiv".
 */
import { expect, test } from 'vitest';
import { notReported, plan, type Queued, type Question, type TradeState, type TradeFacts } from './rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const purchase: TradeFacts = {
  kind: 'purchase',
  description: 'Purchase S-7',
  day: '2026-11-20',
  totalCents: 14_950,
  returnedCents: 0,
};
const returned: TradeFacts = { ...purchase, returnedCents: 14_950 };
const line: TradeFacts = { kind: 'line', openedOn: '2026-10-01', limitCents: 50_000, owedCents: 12_000 };
const sent: TradeState = {
  ...{ ref: 't1', verdict: 'accepted', isWithdrawn: false, amount: 150, balance: 0, refused: null },
  ...{ hasPendingActivity: false, activityDays: new Set(), voided: [] },
};
const item = (kind: Queued['kind'], changes: Partial<Queued> = {}): Queued => ({
  ...{ id: kind, kind, trade: 't', amountCents: 14_950, daysLate: 0, happenedAt: now, isVoided: false },
  ...changes,
});

type Case = { queued?: Queued[]; state?: TradeState | null; truth: TradeFacts; isHeldBack?: boolean };
const decide = ({ queued = [], state = null, truth, isHeldBack = false }: Case): ReturnType<typeof plan> => {
  const question: Question = {
    ...{ queued, lines: truth.kind === 'line' ? ['t'] : [], now },
    ...{ stateOf: () => state, factsOf: () => truth, isHeldBack: () => isHeldBack },
  };
  return plan(question);
};
const onlyItems = (items: string[], reason: string) => ({
  next: null,
  dropped: [{ items, reason }],
  held: [],
});

test('a purchase is a paid trade in whole dollars', () => {
  const fields = {
    typeDesc: 'buysell',
    relationDescription: 'Purchase S-7',
    relationshipDate: '2026-11-20',
    amount: 150,
    balance: 0,
  };
  expect(decide({ queued: [item('purchase')], truth: purchase }).next).toEqual({
    trade: 't',
    kind: 'trade',
    items: ['purchase'],
    fields,
  });
});

test('a refund corrects the report; a full refund withdraws it', () => {
  const queued = [item('correction')];
  const part = decide({ queued, state: sent, truth: { ...purchase, returnedCents: 5_000 } }).next;
  expect(part).toMatchObject({ kind: 'change', ref: 't1', fields: { amount: 100, balance: 0 } });
  expect(decide({ queued, state: sent, truth: returned }).next).toMatchObject({
    kind: 'withdrawal',
    ref: 't1',
  });
  expect(decide({ queued, state: sent, truth: purchase })).toEqual(
    onlyItems(['correction'], notReported.unchanged),
  );
  expect(decide({ queued: [item('purchase'), ...queued], truth: returned })).toEqual(
    onlyItems(['purchase', 'correction'], notReported.refunded),
  );
});

test('returned money opens a new trade, where the first was withdrawn or never sent', () => {
  const queued = [item('correction')];
  const opened = { kind: 'trade', items: ['correction'], fields: { amount: 150 } };
  expect(decide({ queued, state: { ...sent, isWithdrawn: true }, truth: purchase }).next).toMatchObject(
    opened,
  );
  expect(decide({ queued, isHeldBack: true, truth: purchase }).next).toMatchObject(opened);
  const lower = decide({ queued, state: { ...sent, amount: 50 }, truth: purchase }).next;
  expect(lower).toMatchObject({ kind: 'change', fields: { amount: 150 } });
});

test("a correction of a rejected report, or of another business's, shows why it is not sent", () => {
  const queued = [item('correction')];
  expect(decide({ queued, truth: purchase })).toEqual(onlyItems(['correction'], notReported.elsewhere));
  const rejected: TradeState = { ...sent, verdict: 'rejected' };
  expect(decide({ queued, state: rejected, truth: returned })).toEqual(
    onlyItems(['correction'], notReported.rejected),
  );
});

test("a line follows its account's numbers; a rejected update is not resent until they change", () => {
  const state = { ...sent, amount: 500, balance: 0 };
  expect(decide({ state, truth: line }).next).toMatchObject({
    kind: 'change',
    items: [],
    fields: { amount: 500, balance: 120 },
  });
  const refused = { ...state, refused: { amount: 500, balance: 120 } };
  expect(decide({ state: refused, truth: line }).next).toBeNull();
  expect(decide({ state: refused, truth: { ...line, owedCents: 9_000 } }).next).toMatchObject({
    fields: { balance: 90 },
  });
});

test("one activity a day: a day's events of one kind are merged, and an occupied day makes them wait", () => {
  const state = { ...sent, amount: 500, balance: 120 };
  const queued = [
    item('charge', { id: 'a', amountCents: 5_000 }),
    item('charge', { id: 'b', amountCents: 7_000 }),
    item('payment', { id: 'c' }),
  ];
  const next = {
    kind: 'activity',
    items: ['a', 'b'],
    fields: { activityType: 'charge', amount: 120, daysLate: 0, date: '2026-11-24' },
  };
  expect(decide({ queued, state, truth: line }).next).toMatchObject(next);
  expect(
    decide({ queued, state: { ...state, activityDays: new Set(['2026-11-24']) }, truth: line }).next,
  ).toBeNull();
  expect(decide({ queued, state: { ...state, hasPendingActivity: true }, truth: line }).next).toBeNull();
  expect(decide({ queued, state: { ...state, verdict: 'pending' }, truth: line }).next).toBeNull();
});

test('a report of a voided invoice is withdrawn first, and dropped if it still waits', () => {
  const state = {
    ...sent,
    amount: 500,
    balance: 120,
    hasPendingActivity: true,
    voided: [{ reportId: 'brp_1', ref: 'a1' }],
  };
  const queued = [
    item('charge', { id: 'a', isVoided: true }),
    item('charge', { id: 'b' }),
    item('correction', { id: 'c' }),
  ];
  expect(decide({ queued, state, truth: { ...line, owedCents: 7_000 } })).toEqual({
    next: {
      ...{ trade: 't', kind: 'activity_withdrawal', ref: 'a1', withdraws: 'brp_1', items: [] },
      fields: { reason: 'The invoice was voided' },
    },
    dropped: [{ items: ['a'], reason: 'The invoice was voided before it was reported' }],
    held: [],
  });
  const after = decide({ queued, state: { ...state, voided: [] }, truth: { ...line, owedCents: 7_000 } });
  expect(after.next).toMatchObject({ kind: 'change', items: ['c'], fields: { balance: 70 } });
  expect(decide({ queued: queued.slice(0, 1), truth: line })).toEqual(onlyItems(['a'], notReported.voided));
});

test('a report that waits for a free day is held until tomorrow, and one for a decision for five minutes', () => {
  const state = { ...sent, amount: 500, balance: 120 };
  const heldOf = (changes: Partial<TradeState>) =>
    decide({ queued: [item('charge')], state: { ...state, ...changes }, truth: line }).held;
  const soon = [{ items: ['charge'], until: new Date('2026-11-24T12:05:00Z') }];
  expect(heldOf({ activityDays: new Set(['2026-11-24']) })).toEqual([
    { items: ['charge'], until: new Date('2026-11-25T00:00:00Z') },
  ]);
  expect([heldOf({ hasPendingActivity: true }), heldOf({ verdict: 'pending' })]).toEqual([soon, soon]);
  expect(heldOf({})).toEqual([]);
});
