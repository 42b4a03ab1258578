/** The state of a customer's trades at the bureau, from what was sent and decided. */
import type { Tx } from '#platform/database.ts';
import type { TradeChange, Verdict } from '#ports/credit-bureau.ts';
import { sql } from 'kysely';
import { hasVoided } from './report-store.ts';
import { type ItemState, itemState, type Planned, type TradeState } from './rules.ts';

/**
 * A customer's lines opened in the file of a business, whose numbers may need an update. Excludes lines of
 * customers who had connected it before.
 */
export const openLines = async (tx: Tx, userId: string, profileId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('bureau_report')
      .innerJoin('credit_account', (join) =>
        join.on(sql<boolean>`bureau_report.trade = 'line:' || credit_account.id`),
      )
      .select('bureau_report.trade')
      .where('bureau_report.profile_id', '=', profileId)
      .where('bureau_report.kind', '=', 'trade')
      .where('credit_account.user_id', '=', userId)
      .where('bureau_report.sent_at', 'is not', null)
      .execute()
  ).map(({ trade }) => trade);

type Row = {
  id: string;
  trade: string;
  kind: Planned['kind'];
  fields: Record<string, unknown>;
  bureau_ref: string;
  counterparty_status: Verdict | null;
  bureau_status: Verdict | null;
  refused_at: Date | null;
  withdrawn_at: Date | null;
  is_voided: boolean;
};

/**
 * What was sent of these trades, with the bureau's decisions so far. A trade refused on arrival was never
 * sent.
 */
export async function tradeStates(
  tx: Tx,
  profileId: string,
  trades: readonly string[],
): Promise<Map<string, TradeState>> {
  const rows = (await tx
    .selectFrom('bureau_report')
    .select([
      'id',
      'trade',
      'kind',
      'fields',
      'bureau_ref',
      'counterparty_status',
      'bureau_status',
      'refused_at',
      'withdrawn_at',
    ])
    .select(
      sql<boolean>`kind = 'activity' and ${hasVoided(sql.ref('bureau_report.id'))}
        and not exists (select from bureau_report taking where taking.withdraws = bureau_report.id)`.as(
        'is_voided',
      ),
    )
    .where('profile_id', '=', profileId)
    .where('trade', 'in', trades.length === 0 ? [''] : [...trades])
    .where((eb) =>
      eb.or([
        eb('sent_at', 'is not', null),
        eb.and([eb('kind', '=', 'change'), eb('refused_at', 'is not', null)]),
      ]),
    )
    .orderBy(sql`coalesce(sent_at, refused_at)`)
    .orderBy('recorded_at')
    .execute()) as Row[];
  const states = new Map<string, TradeState>();
  for (const [trade, sent] of Map.groupBy(rows, (row) => row.trade)) {
    const state = stateOfTrade(sent);
    if (state !== null) states.set(trade, state);
  }
  return states;
}

/**
 * The state since the trade was last opened; an earlier one may have been withdrawn. Null: it was never
 * opened.
 */
function stateOfTrade(all: Row[]): TradeState | null {
  const from = all.findLastIndex(({ kind }) => kind === 'trade');
  const [opening, sent] = [all[from], all.slice(from)];
  const isOfNumbers = ({ kind }: Row): boolean => kind === 'trade' || kind === 'change';
  const [numbers, last] = [
    sent.findLast((row) => isOfNumbers(row) && row.refused_at === null),
    sent.findLast(isOfNumbers),
  ];
  if (opening === undefined || numbers === undefined) return null;
  const activities = sent
    .filter(({ kind, withdrawn_at: withdrawnAt }) => kind === 'activity' && withdrawnAt === null)
    .map((row) => ({ ...row, state: stateOf(row) }));
  const counted = activities.filter(({ state }) => state !== 'rejected');
  const { amount, balance } = numbers.fields as TradeChange;
  return {
    ...{
      ref: opening.bureau_ref,
      verdict: verdictOf(stateOf(opening)),
      isWithdrawn: opening.withdrawn_at !== null,
      amount,
      balance,
    },
    refused: last === numbers ? null : (last?.fields as TradeChange),
    hasPendingActivity: activities.some(
      ({ state }) => state === 'awaiting_you' || state === 'awaiting_factiiv',
    ),
    activityDays: new Set(counted.map(({ fields }) => String(fields.date))),
    voided: counted.filter((row) => row.is_voided).map(({ id, bureau_ref: ref }) => ({ reportId: id, ref })),
  };
}

const stateOf = ({
  counterparty_status: counterparty,
  bureau_status: bureau,
}: Pick<Row, 'counterparty_status' | 'bureau_status'>): ItemState =>
  itemState(counterparty ?? 'pending', bureau ?? 'pending');
const verdictOf = (state: ItemState): Verdict =>
  state === 'accepted' || state === 'rejected' ? state : 'pending';
