/** SQL for the reports that a customer reads, and for disputes about them. */
import type { Database, Tx } from '#platform/database.ts';
import { sql } from 'kysely';
import { followWithdrawal } from './report-store.ts';
import { itemState } from './rules.ts';
import type { Verdict } from '#ports/credit-bureau.ts';

/**
 * The direction of a change. Limit changes and corrections store unsigned amounts. The ledger's sign is used
 * for limits, where a rise is negative. A refund lowers what was reported; the same money returned to us
 * (`refund:ref_…:2`) raises it again.
 */
const change = sql<'rise' | 'fall' | null>`case
  when reporting_item.kind = 'line' and movement.id is not null then case when movement.limit_cents < 0 then 'rise' else 'fall' end
  when reporting_item.kind <> 'correction' then null
  when movement.id is not null then case when movement.owed_cents > 0 then 'rise' else 'fall' end
  when coalesce(nullif(split_part(reporting_item.fact, ':', 3), ''), '1')::integer % 2 = 0 then 'rise'
  else 'fall' end`;

const receipts = (db: Database | Tx) =>
  db
    .selectFrom('reporting_item')
    .leftJoin('bureau_report', 'bureau_report.id', 'reporting_item.report_id')
    .leftJoin('shop_order', (join) =>
      join.onRef('shop_order.id', '=', 'reporting_item.order_id').on('shop_order.kind', '<>', 'booster'),
    )
    .leftJoin('credit_movement as movement', (join) =>
      join.on(
        sql`case when reporting_item.fact like 'movement:%' then split_part(reporting_item.fact, ':', 2)::bigint end`,
        '=',
        sql.ref('movement.id'),
      ),
    )
    .select([
      ...([
        'reporting_item.id',
        'reporting_item.kind',
        'reporting_item.state',
        'reporting_item.happened_at',
        'reporting_item.amount_cents',
      ] as const),
      ...([
        'shop_order.id as order_id',
        'reporting_item.reason',
        'reporting_item.dispute_message',
        'reporting_item.disputed_at',
      ] as const),
      ...(['reporting_item.dispute_answer', 'reporting_item.answered_at'] as const),
      ...([
        'bureau_report.tried_at',
        'bureau_report.sent_at',
        'bureau_report.fields',
        'bureau_report.id as reference',
      ] as const),
      'bureau_report.kind as call',
      'shop_order.number as order_number',
      change.as('change'),
    ]);

export type ReportRow = NonNullable<Awaited<ReturnType<ReturnType<typeof receipts>['executeTakeFirst']>>>;

/** Newest first. `before`: the last id already read. */
export async function reports(
  db: Database,
  {
    userId,
    before,
    orderId,
    limit,
  }: { userId: string; before: string | null; orderId: string | null; limit: number },
): Promise<ReportRow[]> {
  let query = receipts(db).where('reporting_item.user_id', '=', userId);
  if (orderId !== null) query = query.where('shop_order.id', '=', orderId);
  if (before !== null)
    query = query.where(
      sql<boolean>`(reporting_item.happened_at, reporting_item.id) < (select happened_at, id from reporting_item where id = ${before} and user_id = ${userId})`,
    );
  return query
    .orderBy('reporting_item.happened_at', 'desc')
    .orderBy('reporting_item.id', 'desc')
    .limit(limit)
    .execute();
}

export const find = async (db: Database | Tx, userId: string, id: string): Promise<ReportRow | null> =>
  (await receipts(db)
    .where('reporting_item.id', '=', id)
    .where('reporting_item.user_id', '=', userId)
    .executeTakeFirst()) ?? null;

export async function counts(
  db: Database,
  userId: string,
): Promise<Record<'waiting' | 'awaitingYou' | 'awaitingFactiiv' | 'accepted' | 'rejected', number>> {
  const rows = await db
    .selectFrom('reporting_item')
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .where('user_id', '=', userId)
    .groupBy('state')
    .execute();
  const of = (...states: string[]): number =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0);
  return {
    waiting: of('queued', 'sent'),
    awaitingYou: of('awaiting_you'),
    awaitingFactiiv: of('awaiting_factiiv'),
    accepted: of('accepted'),
    rejected: of('rejected'),
  };
}

export async function openDispute(tx: Tx, id: string, message: string, now: Date): Promise<void> {
  await tx
    .updateTable('reporting_item')
    .set({
      state: 'disputed',
      dispute_message: message,
      disputed_at: now,
      dispute_answer: null,
      answered_at: null,
      changed_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the recipient and the subject of the answer, or null if no dispute is waiting. The state is again
 * the one the bureau decided.
 */
export async function answerDispute(
  tx: Tx,
  id: string,
  answer: string,
  now: Date,
): Promise<{ userId: string; reportId: string } | null> {
  const row = await tx
    .selectFrom('reporting_item')
    .innerJoin('bureau_report', 'bureau_report.id', 'reporting_item.report_id')
    .select([
      'reporting_item.user_id',
      'bureau_report.id',
      'bureau_report.counterparty_status',
      'bureau_report.bureau_status',
      'bureau_report.kind as call',
      'withdrawn_at',
    ])
    .where('reporting_item.id', '=', id)
    .where('reporting_item.disputed_at', 'is not', null)
    .where('reporting_item.answered_at', 'is', null)
    .forUpdate('reporting_item')
    .executeTakeFirst();
  if (row === undefined) return null;
  const decided = itemState(
    (row.counterparty_status ?? 'pending') as Verdict,
    (row.bureau_status ?? 'pending') as Verdict,
  );
  const state = row.withdrawn_at === null ? decided : 'withdrawn';
  await tx
    .updateTable('reporting_item')
    .set({ state, dispute_answer: answer, answered_at: now, changed_at: now })
    .where('id', '=', id)
    .execute();
  if (row.withdrawn_at !== null && row.call === 'activity') await followWithdrawal(tx, row.id, now);
  return { userId: row.user_id, reportId: row.id };
}
