/**
 * Stores reported trades and activities and formats them for the wire. Amounts are stored in cents and sent
 * in dollars.
 */
import { randomUUID } from 'node:crypto';
import type { Row } from '#sandbox/database.ts';
import { recordingScore } from './score.ts';
import { notFound, Refusal } from './refusal.ts';
import { isoOf, type World } from './world.ts';

export type Status = 'pending' | 'accepted' | 'rejected';
export type Kind = 'trade' | 'activity';

type Reviewed = {
  id: string;
  profileId: string;
  adminStatus: Status;
  rejectedReason: string | null;
  reference: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  acceptedAt: string | null;
  withdrawnAt: string | null;
  withdrawnReason: string | null;
};
export type Trade = Reviewed & {
  typeDesc: 'borrow' | 'buysell';
  relationDescription: string;
  relationshipDate: string;
  amount: number;
  balance: number;
  tradeStatus: Status;
};
export type Activity = Reviewed & {
  tradeId: string;
  activityType: 'payment' | 'charge' | 'collections' | 'chargeoff';
  amount: number;
  daysLate: number;
  date: string;
  activityStatus: Status;
};
export type TradeWithActivities = Trade & { activities: Activity[] };

export type NewTrade = Pick<
  Trade,
  'typeDesc' | 'relationDescription' | 'relationshipDate' | 'amount' | 'balance' | 'reference'
>;
export type NewActivity = Pick<
  Activity,
  'tradeId' | 'activityType' | 'amount' | 'daysLate' | 'date' | 'reference'
>;

const cents = (dollars: number): number => Math.round(dollars * 100);
const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const reviewOf = (row: Row): Reviewed => ({
  id: String(row.id),
  profileId: String(row.business_id),
  adminStatus: String(row.admin_status) as Status,
  rejectedReason: text(row.rejected_reason),
  reference: text(row.reference),
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
  acceptedAt: isoOf(row.accepted_at),
  withdrawnAt: isoOf(row.withdrawn_at),
  withdrawnReason: text(row.withdrawn_reason),
});

const tradeOf = (row: Row): Trade => ({
  ...reviewOf(row),
  typeDesc: String(row.type_desc) as Trade['typeDesc'],
  relationDescription: String(row.relation_description),
  relationshipDate: String(row.relationship_date),
  amount: Number(row.amount) / 100,
  balance: Number(row.balance) / 100,
  tradeStatus: String(row.counterparty_status) as Status,
});

const activityOf = (row: Row): Activity => ({
  ...reviewOf(row),
  tradeId: String(row.trade_id),
  activityType: String(row.activity_type) as Activity['activityType'],
  amount: Number(row.amount) / 100,
  daysLate: Number(row.days_late),
  date: String(row.date),
  activityStatus: String(row.counterparty_status) as Status,
});

/** Describes an entry in the score history: `buysell trade`, `payment 31 days late`. */
export const nameOf = (item: Trade | Activity): string =>
  'typeDesc' in item
    ? `${item.typeDesc} trade`
    : item.activityType + (item.daysLate > 0 ? ` ${item.daysLate} days late` : '');

export function addTrade(world: World, businessId: string, trade: NewTrade): Trade {
  const id = randomUUID();
  const now = world.time.nowMs();
  world.database.run(
    `insert into trade (id, business_id, type_desc, relation_description, relationship_date, amount, balance, reference, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9)`,
    id,
    businessId,
    trade.typeDesc,
    trade.relationDescription,
    trade.relationshipDate,
    cents(trade.amount),
    cents(trade.balance),
    trade.reference,
    now,
  );
  return getTrade(world, id);
}

export function findTrade({ database }: World, id: string): Trade | null {
  const row = database.first('select * from trade where id = ?', id);
  return row === null ? null : tradeOf(row);
}

export function getTrade(world: World, id: string): Trade {
  const trade = findTrade(world, id);
  if (trade === null) throw notFound('trade');
  return trade;
}

export function getActivity({ database }: World, id: string): Activity {
  const row = database.first('select * from activity where id = ?', id);
  if (row === null) throw notFound('activity');
  return activityOf(row);
}

/** Adds an activity to an accepted trade: at most one per date, and none while another is pending. */
export function addActivity(world: World, trade: Trade, activity: NewActivity): Activity {
  if (trade.withdrawnAt !== null) throw new Refusal(409, 'trade_withdrawn', 'This trade was withdrawn');
  if (trade.tradeStatus === 'rejected' || trade.adminStatus === 'rejected')
    throw new Refusal(409, 'trade_rejected', 'This trade was rejected');
  if (trade.acceptedAt === null)
    throw new Refusal(409, 'trade_pending', 'This trade has not been accepted yet');
  const others = activitiesOf(world, [trade.id]).filter(
    ({ withdrawnAt, activityStatus, adminStatus }) =>
      withdrawnAt === null && activityStatus !== 'rejected' && adminStatus !== 'rejected',
  );
  if (others.some(({ acceptedAt }) => acceptedAt === null))
    throw new Refusal(409, 'activity_pending', 'An activity of this trade is still pending');
  if (others.some(({ date }) => date === activity.date))
    throw new Refusal(409, 'activity_of_day_exists', 'This trade has an activity of this day already');
  const id = randomUUID();
  world.database.run(
    `insert into activity (id, business_id, trade_id, activity_type, amount, days_late, date, reference, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9)`,
    id,
    trade.profileId,
    trade.id,
    activity.activityType,
    cents(activity.amount),
    activity.daysLate,
    activity.date,
    activity.reference,
    world.time.nowMs(),
  );
  return getActivity(world, id);
}

/** Takes effect immediately and needs no new approval. */
export function correctTrade(
  world: World,
  trade: Trade,
  { amount, balance }: { amount: number; balance: number },
): Trade {
  if (trade.withdrawnAt !== null) throw new Refusal(409, 'trade_withdrawn', 'This trade was withdrawn');
  if (trade.tradeStatus === 'rejected' || trade.adminStatus === 'rejected')
    throw new Refusal(409, 'trade_rejected', 'This trade was rejected');
  const now = world.time.nowMs();
  recordingScore(world, trade.profileId, `${nameOf(trade)} corrected`, now, () =>
    world.database.run(
      'update trade set amount = ?, balance = ?, updated_at = ? where id = ?',
      cents(amount),
      cents(balance),
      now,
      trade.id,
    ),
  );
  return getTrade(world, trade.id);
}

/** Withdraws a trade with its activities, or one activity, from the score. Repeating it changes nothing. */
export function withdraw(world: World, kind: Kind, item: Trade | Activity, reason: string): void {
  const { id, profileId } = item;
  const now = world.time.nowMs();
  recordingScore(world, profileId, `${nameOf(item)} withdrawn: ${reason}`, now, () => {
    const set = 'set withdrawn_at = ?1, updated_at = ?1, withdrawn_reason = ?2';
    world.database.run(`update ${kind} ${set} where id = ?3 and withdrawn_at is null`, now, reason, id);
    if (kind === 'trade')
      world.database.run(
        `update activity ${set} where trade_id = ?3 and withdrawn_at is null`,
        now,
        reason,
        id,
      );
  });
}

/** Oldest first. */
function activitiesOf({ database }: World, tradeIds: string[]): Activity[] {
  const rows = database.all(
    'select * from activity where trade_id in (select value from json_each(?)) order by seq',
    JSON.stringify(tradeIds),
  );
  return rows.map(activityOf);
}

/** The trades of a business with their activities, newest trade first. */
export function tradesOf(
  world: World,
  businessId: string,
  limit: number,
  offset: number,
): { data: TradeWithActivities[]; total: number } {
  const rows = world.database.all(
    'select * from trade where business_id = ? order by seq desc limit ? offset ?',
    businessId,
    limit,
    offset,
  );
  const trades = rows.map(tradeOf);
  const activities = Map.groupBy(
    activitiesOf(
      world,
      trades.map(({ id }) => id),
    ),
    ({ tradeId }) => tradeId,
  );
  const total = world.database.first(
    'select count(*) as number from trade where business_id = ?',
    businessId,
  );
  return {
    data: trades.map((trade) => ({ ...trade, activities: activities.get(trade.id) ?? [] })),
    total: Number(total?.number ?? 0),
  };
}

/** Trades and activities that wait for a decision, oldest first. */
export function pendingOf({ database }: World): { trades: Trade[]; activities: Activity[] } {
  const waits = `counterparty_status <> 'rejected' and admin_status = 'pending' and withdrawn_at is null`;
  return {
    trades: database.all(`select * from trade where ${waits} order by seq limit 200`).map(tradeOf),
    activities: database.all(`select * from activity where ${waits} order by seq limit 200`).map(activityOf),
  };
}
