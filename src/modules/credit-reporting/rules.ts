/**
 * The reporting policy. Card purchases and renewals are separate trades, paid in full. A Net 30 account is
 * one line per business: its limit and balance, with charges and payments as activities. Rules:
 * design/credit.md, "Reporting to Factiiv".
 */
import { utcDay } from '#kernel/credit-terms.ts';
import type { NewActivity, NewTrade, TradeChange, Verdict } from '#ports/credit-bureau.ts';

export type ItemKind =
  | 'purchase'
  | 'line'
  | 'charge'
  | 'payment'
  | 'collections'
  | 'chargeoff'
  | 'correction';

/** A fact that waits to be reported. */
export type Queued = {
  id: string;
  kind: ItemKind;
  /** Such as order:ord_…, renewal:inv_… or line:<account>. */
  trade: string;
  amountCents: number;
  daysLate: NewActivity['daysLate'];
  happenedAt: Date;
  /** It says that an invoice is owed, and the invoice was voided. */
  isVoided: boolean;
};

/** What was sent of one trade so far. */
export type TradeState = {
  /** The bureau's id. */
  ref: string;
  verdict: Verdict;
  isWithdrawn: boolean;
  /** The amount last sent. */
  amount: number;
  balance: number;
  /** Numbers that the bureau has refused since; sending them again would be refused again. */
  refused: TradeChange | null;
  hasPendingActivity: boolean;
  activityDays: ReadonlySet<string>;
  /**
   * Activities in the file whose invoice was voided later and whose withdrawal was not attempted: our id of
   * the call, and the bureau's.
   */
  voided: readonly { reportId: string; ref: string }[];
};

/** The current facts of a trade, in cents. `returned`: by refunds and lost disputes. */
export type TradeFacts =
  | { kind: 'purchase'; description: string; day: string; totalCents: number; returnedCents: number }
  | { kind: 'line'; openedOn: string; limitCents: number; owedCents: number };

export type Planned = { trade: string; items: string[] } & (
  | { kind: 'trade'; fields: NewTrade }
  | { kind: 'change'; ref: string; fields: TradeChange }
  | { kind: 'withdrawal'; ref: string; fields: { reason: string } }
  | { kind: 'activity'; ref: string; fields: NewActivity }
  | { kind: 'activity_withdrawal'; ref: string; withdraws: string; fields: { reason: string } }
);

/** Items that are not reported, with the reason shown to their owner. */
export type Dropped = { items: string[]; reason: string };

/** Items that cannot be sent before `until`, so they trigger no sync until then. */
export type Held = { items: string[]; until: Date };

export type Plan = { next: Planned | null; dropped: Dropped[]; held: Held[] };

/** Whole dollars, as the bureau requires; half a dollar rounds up. */
export const wholeDollars = (amountCents: number): number => Math.round(amountCents / 100);

export const notReported = {
  refunded: 'Refunded before it was reported',
  voided: 'The invoice was voided before it was reported',
  tooSmall: 'Less than a dollar: Factiiv takes whole dollars',
  counted: 'The report of the purchase already has the correct amount',
  rejected: 'Factiiv rejected the report that this belongs to',
  elsewhere: 'The purchase is not in the file of the connected business',
  unchanged: 'The report already says this',
} as const;

export type Question = {
  queued: readonly Queued[];
  stateOf: (trade: string) => TradeState | null;
  factsOf: (trade: string) => TradeFacts | null;
  /** Its purchase was never sent, because there was nothing to report at the time. */
  isHeldBack: (trade: string) => boolean;
  /**
   * Trades of the customer whose numbers may change without a queued fact, such as the balance after an
   * activity.
   */
  lines: readonly string[];
  now: Date;
};

/**
 * Returns the oldest fact that the bureau accepts now. Facts that must wait stay queued without delaying
 * other trades.
 */
export function plan({ queued, stateOf, factsOf, isHeldBack, lines, now }: Question): Plan {
  const [dropped, held]: [Dropped[], Held[]] = [[], []];
  const byTrade = Map.groupBy(queued, ({ trade }) => trade);
  for (const trade of new Set([...queued.map((item) => item.trade), ...lines])) {
    const [state, facts, items] = [stateOf(trade), factsOf(trade), byTrade.get(trade) ?? []];
    if (facts === null) {
      held.push(...hold(items, nextDay(now)));
      continue;
    }
    const found =
      facts.kind === 'purchase'
        ? ofPurchase(trade, { items, state, facts, isHeldBack: isHeldBack(trade) })
        : ofLine(trade, items, state, facts, now);
    dropped.push(...found.dropped);
    held.push(...found.held);
    if (found.next !== null) return { next: found.next, dropped, held };
  }
  return { next: null, dropped, held };
}

const ids = (items: readonly Queued[]): string[] => items.map(({ id }) => id);
const drop = (items: readonly Queued[], reason: string): Dropped[] =>
  items.length === 0 ? [] : [{ items: ids(items), reason }];
const hold = (items: readonly Queued[], until: Date): Held[] =>
  items.length === 0 ? [] : [{ items: ids(items), until }];
const only = (next: Planned, dropped: Dropped[] = []): Plan => ({ next, dropped, held: [] });
const nothing = (dropped: Dropped[] = [], held: Held[] = []): Plan => ({ next: null, dropped, held });

type Purchase = {
  items: Queued[];
  state: TradeState | null;
  facts: TradeFacts & { kind: 'purchase' };
  isHeldBack: boolean;
};

function ofPurchase(trade: string, { items, state, facts, isHeldBack }: Purchase): Plan {
  if (items.length === 0) return nothing();
  if (state?.verdict === 'rejected') return nothing(drop(items, notReported.rejected));
  const amount = wholeDollars(facts.totalCents - facts.returnedCents);
  if (state === null || state.isWithdrawn)
    return opening(trade, { items, facts, amount, isReopened: state !== null || isHeldBack });
  if (amount === state.amount) return nothing(drop(items, notReported.unchanged));
  const { ref } = state;
  if (amount === 0)
    return only({
      trade,
      kind: 'withdrawal',
      ref,
      items: ids(items),
      fields: { reason: 'Refunded in full' },
    });
  return only({ trade, kind: 'change', ref, items: ids(items), fields: { amount, balance: 0 } });
}

/**
 * `isReopened`: refunded money has returned, such as after a lost dispute is won, so a correction opens the
 * trade.
 */
function opening(
  trade: string,
  {
    items,
    facts,
    amount,
    isReopened,
  }: Pick<Purchase, 'items' | 'facts'> & { amount: number; isReopened: boolean },
): Plan {
  if (amount === 0)
    return nothing(drop(items, facts.returnedCents > 0 ? notReported.refunded : notReported.tooSmall));
  const [purchases, corrections] = [
    items.filter(({ kind }) => kind === 'purchase'),
    items.filter(({ kind }) => kind === 'correction'),
  ];
  const fields = {
    ...{ typeDesc: 'buysell' as const, relationDescription: facts.description, relationshipDate: facts.day },
    ...{ amount, balance: 0 },
  };
  if (purchases.length > 0)
    return only(
      { trade, kind: 'trade', items: ids(purchases), fields },
      drop(corrections, notReported.counted),
    );
  if (isReopened) return only({ trade, kind: 'trade', items: ids(corrections), fields });
  return nothing(drop(corrections, notReported.elsewhere));
}

const isOfNumbers = ({ kind }: Queued): boolean => kind === 'line' || kind === 'correction';

function ofLine(
  trade: string,
  all: Queued[],
  state: TradeState | null,
  facts: TradeFacts & { kind: 'line' },
  now: Date,
): Plan {
  const [voided, items] = [all.filter(({ isVoided }) => isVoided), all.filter(({ isVoided }) => !isVoided)];
  const found = ofTrueLine(trade, items, state, facts, now);
  return { ...found, dropped: [...drop(voided, notReported.voided), ...found.dropped] };
}

function ofTrueLine(
  trade: string,
  items: Queued[],
  state: TradeState | null,
  facts: TradeFacts & { kind: 'line' },
  now: Date,
): Plan {
  const [amount, balance] = [wholeDollars(facts.limitCents), wholeDollars(facts.owedCents)];
  const numbers = items.filter(isOfNumbers);
  if (state === null) {
    if (numbers.length === 0) return nothing([], hold(items, nextDay(now)));
    const fields = {
      ...{
        typeDesc: 'borrow' as const,
        relationDescription: 'Net 30 account',
        relationshipDate: facts.openedOn,
      },
      ...{ amount, balance },
    };
    return only({ trade, kind: 'trade', items: ids(numbers), fields });
  }
  if (state.verdict === 'rejected' || state.isWithdrawn) return nothing(drop(items, notReported.rejected));
  // Withdraw before correcting the balance: the queued void would otherwise be dropped, and the withdrawal
  // never sent.
  const [taken] = state.voided;
  if (taken !== undefined) return only(withdrawalOf(trade, taken));
  const isRefused = state.refused?.amount === amount && state.refused.balance === balance;
  if (!isRefused && (state.amount !== amount || state.balance !== balance))
    return only({ trade, kind: 'change', ref: state.ref, items: ids(numbers), fields: { amount, balance } });
  const dropped = drop(numbers, isRefused ? notReported.rejected : notReported.unchanged);
  const activities = items.filter((item) => !isOfNumbers(item));
  const first = activities[0];
  if (first === undefined) return nothing(dropped);
  if (state.verdict !== 'accepted' || state.hasPendingActivity)
    return nothing(dropped, hold(activities, new Date(now.getTime() + decisionsLastMs)));
  return activityOf(trade, { activities, first, state, dropped, openedOn: facts.openedOn, now });
}

const withdrawalOf = (trade: string, { reportId, ref }: TradeState['voided'][number]): Planned => ({
  ...{
    trade,
    kind: 'activity_withdrawal',
    ref,
    withdraws: reportId,
    items: [],
    fields: { reason: 'The invoice was voided' },
  },
});

type Activities = {
  activities: Queued[];
  first: Queued;
  state: TradeState;
  dropped: Dropped[];
  openedOn: string;
  now: Date;
};

/**
 * Combines facts of the same kind and day into one activity. If that day is taken, uses the next free one up
 * to today.
 */
function activityOf(trade: string, { activities, first, state, dropped, openedOn, now }: Activities): Plan {
  const day = utcDay(first.happenedAt);
  const alike = activities.filter(
    ({ kind, daysLate, happenedAt }) =>
      kind === first.kind && daysLate === first.daysLate && utcDay(happenedAt) === day,
  );
  const amount = wholeDollars(alike.reduce((sum, { amountCents }) => sum + amountCents, 0));
  if (amount === 0) return nothing([...dropped, ...drop(alike, notReported.tooSmall)]);
  const date = freeDay(day < openedOn ? openedOn : day, utcDay(now), state.activityDays);
  if (date === null) return nothing(dropped, hold(activities, nextDay(now)));
  const activityType = first.kind as NewActivity['activityType'];
  const daysLate = activityType === 'charge' ? 0 : first.daysLate;
  return only(
    {
      trade,
      kind: 'activity',
      ref: state.ref,
      items: ids(alike),
      fields: { activityType, amount, daysLate, date },
    },
    dropped,
  );
}

const dayMs = 86_400_000;
const nextDay = (now: Date): Date => new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs);

/** An activity waits for the decision on the previous one; this delay avoids a lookup with every purchase. */
export const decisionsLastMs = 5 * 60_000;

function freeDay(from: string, until: string, taken: ReadonlySet<string>): string | null {
  for (let at = Date.parse(from); at <= Date.parse(until); at += dayMs) {
    const day = utcDay(new Date(at));
    if (!taken.has(day)) return day;
  }
  return null;
}

export type ItemState =
  | 'queued'
  | 'sent'
  | 'awaiting_you'
  | 'awaiting_factiiv'
  | 'accepted'
  | 'rejected'
  | 'disputed'
  | 'not_reported'
  | 'withdrawn';

/** The business itself accepts first, then the bureau. */
export function itemState(counterparty: Verdict, bureau: Verdict): ItemState {
  if (counterparty === 'rejected' || bureau === 'rejected') return 'rejected';
  if (counterparty === 'pending') return 'awaiting_you';
  return bureau === 'pending' ? 'awaiting_factiiv' : 'accepted';
}

/** Seconds until the next attempt: one minute, doubling each time, up to six hours. */
export const waitAfter = (failures: number): number =>
  Math.min(60 * 2 ** Math.max(0, failures - 1), 6 * 3_600);

/** Staff answer a dispute within this many days. */
export const answerWithinDays = 30;

/**
 * The earliest date to read the bureau's trades from when looking for a call made at `openedAt` or later. Its
 * clock may differ from ours by a day.
 */
export const reportingStart = (openedAt: Date): Date => new Date(openedAt.getTime() - dayMs);

/**
 * The next daily reading: tomorrow, at a minute derived from the customer's id, which spreads readings over
 * the day.
 */
export function nextReading(userId: string, now: Date): Date {
  const minute = [...userId].reduce(
    (hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_440,
    7,
  );
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs + minute * 60_000);
}
