/**
 * The score of a business, 0 to 1000, from its accepted and not withdrawn reports. It is recomputed from the
 * book each time. The order of reports is irrelevant, and a withdrawn report affects only the history. A
 * business without an accepted trade has no score.
 */
import { isoOf, type World } from './world.ts';

/** Points. The sum is clamped to 0 … 1000. */
export const points = {
  start: 500,
  /** Each accepted trade, the first ten of them. */
  trade: 10,
  tradesThatCount: 10,
  /** Each `buysell` trade that is paid in full. */
  paidInFull: 5,
  /** Each payment, by how many days it was late. */
  payment: { 0: 15, 31: -20, 61: -40, 91: -80 } as Record<number, number>,
  charge: 0,
  collections: -150,
  chargeoff: -250,
} as const;

const lowest = 0;
const highest = 1_000;

export type Score = { profileId: string; score: number | null; tradeLines: number; changedAt: string | null };
export type ScoreChange = {
  at: string | null;
  score: number | null;
  previous: number | null;
  reason: string;
};

const counts = `counterparty_status = 'accepted' and admin_status = 'accepted' and withdrawn_at is null`;

/** A trade line is active when both sides accepted its trade and it was not withdrawn. */
export function scoreOf(world: World, businessId: string): Score {
  const last = world.database.first(
    'select at from score_change where business_id = ? order by seq desc limit 1',
    businessId,
  );
  const { trades, sum } = sumOf(world, businessId);
  const shift =
    world.database.first('select score_shift from business where id = ?', businessId)?.score_shift ?? null;
  const score =
    trades === 0 && shift === null ? null : Math.min(highest, Math.max(lowest, sum + Number(shift ?? 0)));
  return { profileId: businessId, score, tradeLines: trades, changedAt: isoOf(last?.at) };
}

function sumOf({ database }: World, businessId: string): { trades: number; sum: number } {
  const trades = database.first(
    `select count(*) as number, coalesce(sum(type_desc = 'buysell' and balance = 0), 0) as paid from trade where business_id = ? and ${counts}`,
    businessId,
  );
  const activities = database.all(
    `select activity_type, days_late, count(*) as number from activity where business_id = ?1 and ${counts}
    and trade_id in (select id from trade where business_id = ?1 and withdrawn_at is null) group by activity_type, days_late`,
    businessId,
  );
  const number = Number(trades?.number ?? 0);
  const ofActivities = activities.map(
    (row) =>
      Number(row.number) * pointsOf(String(row.activity_type) as 'payment' | 'charge', Number(row.days_late)),
  );
  const ofTrades =
    Math.min(number, points.tradesThatCount) * points.trade + Number(trades?.paid ?? 0) * points.paidInFull;
  return { trades: number, sum: ofActivities.reduce((sum, part) => sum + part, points.start + ofTrades) };
}

const pointsOf = (type: 'payment' | 'charge' | 'collections' | 'chargeoff', daysLate: number): number =>
  type === 'payment' ? (points.payment[daysLate] ?? 0) : points[type];

/** Applies a change to the book and records its effect on the score. */
export function recordingScore<T>(
  world: World,
  businessId: string,
  reason: string,
  atMs: number,
  change: () => T,
): T {
  const before = scoreOf(world, businessId).score;
  const result = change();
  const { score } = scoreOf(world, businessId);
  if (score !== before)
    world.database.run(
      'insert into score_change (business_id, at, score, previous, reason) values (?, ?, ?, ?, ?)',
      businessId,
      atMs,
      score,
      before,
      reason,
    );
  return result;
}

/** Sets the score to a number; later reports change it from there. Null removes the adjustment. */
export function setScore(world: World, businessId: string, score: number | null): Score {
  const shift = score === null ? null : score - sumOf(world, businessId).sum;
  world.database.step(() =>
    recordingScore(world, businessId, 'set by hand', world.time.nowMs(), () =>
      world.database.run('update business set score_shift = ? where id = ?', shift, businessId),
    ),
  );
  return scoreOf(world, businessId);
}

/** Newest first. */
export function scoreHistory(
  { database }: World,
  businessId: string,
  limit: number,
  offset: number,
): { data: ScoreChange[]; total: number } {
  const rows = database.all(
    'select * from score_change where business_id = ? order by seq desc limit ? offset ?',
    businessId,
    limit,
    offset,
  );
  return {
    data: rows.map((row) => ({
      at: isoOf(row.at),
      score: row.score === null ? null : Number(row.score),
      previous: row.previous === null ? null : Number(row.previous),
      reason: String(row.reason),
    })),
    total: Number(
      database.first('select count(*) as number from score_change where business_id = ?', businessId)
        ?.number ?? 0,
    ),
  };
}
