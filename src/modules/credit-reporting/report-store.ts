/** SQL for calls to the bureau and the items behind them. */
import type { Database, Tx } from '#platform/database.ts';
import type { NewActivity, Reported } from '#ports/credit-bureau.ts';
import { type RawBuilder, sql } from 'kysely';
import { type ItemState, itemState, type Planned, type Queued } from './rules.ts';

/** `openedAt`: the call for its trade was not made before this. */
export type Recorded = {
  id: string;
  connectionId: string;
  profileId: string;
  wasTried: boolean;
  openedAt: Date;
} & Planned;

/**
 * Condition on an item: it says that an invoice is owed, and the invoice was voided. Payments of it remain
 * true.
 */
const isVoided = sql<boolean>`(reporting_item.kind in ('charge', 'collections', 'chargeoff')
  and exists (select from invoice where invoice.id = reporting_item.invoice_id and invoice.status = 'void'))`;

/** Condition on a call: an item behind it belongs to a voided invoice. */
export const hasVoided = (reportId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from reporting_item where reporting_item.report_id = ${reportId} and ${isVoided})`;

/** The customer's oldest queued items. */
export async function queued(tx: Tx, userId: string, limit: number): Promise<Queued[]> {
  const rows = await tx
    .selectFrom('reporting_item')
    .select(['id', 'kind', 'trade', 'amount_cents', 'days_late', 'happened_at', isVoided.as('is_voided')])
    .where('user_id', '=', userId)
    .where('state', '=', 'queued')
    .where('report_id', 'is', null)
    .orderBy('happened_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as Queued['kind'],
    trade: row.trade,
    amountCents: Number(row.amount_cents),
    daysLate: row.days_late as NewActivity['daysLate'],
    happenedAt: row.happened_at,
    isVoided: row.is_voided,
  }));
}

export const countQueued = async (db: Database | Tx, userId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('reporting_item')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .where('state', '=', 'queued')
        .executeTakeFirstOrThrow()
    ).count,
  );

const toRecorded = (row: {
  id: string;
  connection_id: string;
  profile_id: string;
  kind: string;
  trade: string;
  fields: unknown;
  tried_at: Date | null;
  withdraws: string | null;
  target: string | null;
  items: string[];
  opened_at: Date;
}): Recorded =>
  ({
    ...{
      id: row.id,
      connectionId: row.connection_id,
      profileId: row.profile_id,
      kind: row.kind,
      trade: row.trade,
      fields: row.fields,
    },
    ...{
      ref: row.target ?? '',
      items: row.items,
      wasTried: row.tried_at !== null,
      openedAt: row.opened_at,
      withdraws: row.withdraws,
    },
  }) as Recorded;

/** The earlier of the shop clock and the machine clock, which differ in a demo. */
const openedAt = sql<Date>`least(opening.recorded_at, opening.tried_at, report.recorded_at, report.tried_at)`;

const withTarget = sql`
  select report.*, coalesce(taken.bureau_ref, opening.bureau_ref) as target, ${openedAt} as opened_at,
    array(select item.id from reporting_item item where item.report_id = report.id) as items
  from bureau_report report
  left join bureau_report taken on taken.id = report.withdraws
  left join bureau_report opening on opening.profile_id = report.profile_id and opening.trade = report.trade
    and opening.kind = 'trade' and opening.refused_at is null and opening.withdrawn_at is null`;

/** The recorded call without an answer. */
export async function openReport(db: Database | Tx, connectionId: string): Promise<Recorded | null> {
  const { rows } = await sql<Parameters<typeof toRecorded>[0]>`
    ${withTarget} where report.connection_id = ${connectionId} and report.sent_at is null and report.refused_at is null`.execute(
    db,
  );
  return rows[0] === undefined ? null : toRecorded(rows[0]);
}

export const isOfVoided = async (db: Database | Tx, id: string): Promise<boolean> =>
  (await db
    .selectFrom('bureau_report')
    .select('id')
    .where('id', '=', id)
    .where(hasVoided(sql.ref('bureau_report.id')))
    .executeTakeFirst()) !== undefined;

export async function record(
  tx: Tx,
  {
    id,
    connectionId,
    profileId,
    plan,
    now,
  }: { id: string; connectionId: string; profileId: string; plan: Planned; now: Date },
): Promise<void> {
  await tx
    .insertInto('bureau_report')
    .values({
      ...{ id, connection_id: connectionId, profile_id: profileId, kind: plan.kind, trade: plan.trade },
      ...{
        fields: JSON.stringify(plan.fields),
        recorded_at: now,
        withdraws: plan.kind === 'activity_withdrawal' ? plan.withdraws : null,
      },
    })
    .execute();
  if (plan.items.length > 0)
    await tx
      .updateTable('reporting_item')
      .set({ report_id: id, not_before: null })
      .where('id', 'in', plan.items)
      .execute();
}

/**
 * Reserves the call for 90 seconds by the machine clock. Returns null if it is reserved by another process or
 * already answered. `wasTried`: it may have reached the bureau before.
 */
export async function lease(db: Database, id: string): Promise<{ wasTried: boolean } | null> {
  const { rows } = await sql<{ was_tried: boolean }>`
    with before as (select id, tried_at from bureau_report where id = ${id} for update)
    update bureau_report report set leased_until = now() + interval '90 seconds', tried_at = coalesce(report.tried_at, now())
    from before where report.id = before.id and report.sent_at is null and report.refused_at is null
      and (report.leased_until is null or report.leased_until < now())
    returning before.tried_at is not null as was_tried`.execute(db);
  return rows[0] === undefined ? null : { wasTried: rows[0].was_tried };
}

export const release = async (db: Database, id: string): Promise<void> =>
  void (await db.updateTable('bureau_report').set({ leased_until: null }).where('id', '=', id).execute());

/** Records the answer and updates the items behind the call. Returns false if it was already recorded. */
export async function sent(tx: Tx, report: Recorded, answer: Reported, now: Date): Promise<boolean> {
  const { id, kind, trade, profileId } = report;
  // A change and a withdrawal take effect immediately.
  const isDecided = kind !== 'trade' && kind !== 'activity';
  const [counterparty, bureau] = isDecided
    ? (['accepted', 'accepted'] as const)
    : ([answer.counterparty, answer.bureau] as const);
  const { numUpdatedRows } = await tx
    .updateTable('bureau_report')
    .set({
      // An answer may arrive after the call was marked as refused.
      refused_at: null,
      ...{
        sent_at: now,
        bureau_ref: answer.ref,
        leased_until: null,
        reason: isDecided ? null : answer.reason,
      },
      ...{ counterparty_status: counterparty, bureau_status: bureau },
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await moveItems(tx, id, itemState(counterparty, bureau), isDecided ? null : answer.reason, now);
  if (kind === 'withdrawal') await withdrawn(tx, { trade, profileId, now });
  if (report.kind === 'activity_withdrawal') await activityWithdrawn(tx, report.withdraws, now);
  return true;
}

async function activityWithdrawn(tx: Tx, reportId: string, now: Date): Promise<void> {
  await tx.updateTable('bureau_report').set({ withdrawn_at: now }).where('id', '=', reportId).execute();
  await followWithdrawal(tx, reportId, now);
}

/**
 * After an activity was withdrawn, queues its items that are still true to be reported again. Disputed items
 * stay disputed.
 */
export async function followWithdrawal(tx: Tx, reportId: string, now: Date): Promise<void> {
  await sql`
    update reporting_item set changed_at = ${now}, reason = null, state = case when ${isVoided} then 'withdrawn' else 'queued' end,
      report_id = case when ${isVoided} then report_id end
    where report_id = ${reportId} and state in ('awaiting_you', 'awaiting_factiiv', 'accepted', 'withdrawn')`.execute(
    tx,
  );
}

/** Ends pending decisions on everything reported of this trade so far. */
async function withdrawn(
  tx: Tx,
  { trade, profileId, now }: { trade: string; profileId: string; now: Date },
): Promise<void> {
  const reports = await tx
    .updateTable('bureau_report')
    .set({ withdrawn_at: now })
    .where('profile_id', '=', profileId)
    .where('trade', '=', trade)
    .where('kind', 'in', ['trade', 'activity'])
    .where('sent_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of reports)
    await tx
      .updateTable('reporting_item')
      .set({ state: 'withdrawn', changed_at: now })
      .where('report_id', '=', id)
      .where('state', 'in', ['awaiting_you', 'awaiting_factiiv', 'accepted'])
      .execute();
}

/** A disputed item stays disputed regardless of the bureau's decision. */
async function moveItems(
  tx: Tx,
  reportId: string,
  state: ItemState,
  reason: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('reporting_item')
    .set({ state, reason, changed_at: now })
    .where('report_id', '=', reportId)
    .where('state', '<>', 'disputed')
    .execute();
}

/** Records a permanent refusal by the bureau. */
export async function refused(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('bureau_report')
    .set({ refused_at: now, reason, leased_until: null })
    .where('id', '=', id)
    .execute();
  await moveItems(tx, id, 'rejected', reason, now);
}

/** Deletes a call that cannot be made now, and queues its items again. */
export async function takeBack(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('reporting_item').set({ report_id: null }).where('report_id', '=', id).execute();
  await tx.deleteFrom('bureau_report').where('id', '=', id).where('sent_at', 'is', null).execute();
}

export async function drop(tx: Tx, items: string[], reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('reporting_item')
    .set({ state: 'not_reported', reason, changed_at: now })
    .where('id', 'in', items)
    .execute();
}

/** Limits whose turn triggers a sync; a sync started for another reason also processes these items. */
export async function hold(tx: Tx, items: string[], until: Date): Promise<void> {
  await tx.updateTable('reporting_item').set({ not_before: until }).where('id', 'in', items).execute();
}

export type Undecided = { id: string; openedAt: Date };

/** Reports that await a decision by the bureau. */
export async function awaited(db: Database, connectionId: string): Promise<Undecided[]> {
  const { rows } = await sql<{ id: string; opened_at: Date }>`
    select report.id, ${openedAt} as opened_at from bureau_report report
    left join bureau_report opening on opening.profile_id = report.profile_id and opening.trade = report.trade
      and opening.kind = 'trade' and opening.refused_at is null and opening.withdrawn_at is null
    where report.connection_id = ${connectionId} and report.sent_at is not null and report.withdrawn_at is null
      and (report.counterparty_status = 'pending' or (report.counterparty_status = 'accepted' and report.bureau_status = 'pending'))`.execute(
    db,
  );
  return rows.map((row) => ({ id: row.id, openedAt: row.opened_at }));
}

/** Returns true if the decision is new. */
export async function decided(
  tx: Tx,
  id: string,
  { counterparty, bureau, reason }: Reported,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bureau_report')
    .set({ counterparty_status: counterparty, bureau_status: bureau, reason })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('counterparty_status', '<>', counterparty), eb('bureau_status', '<>', bureau)]))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await moveItems(tx, id, itemState(counterparty, bureau), reason, now);
  return true;
}

/**
 * A new connection with the same business continues where the last one stopped. With another business, calls
 * that may have arrived at the former one are abandoned.
 */
export async function inherit(
  tx: Tx,
  {
    userId,
    connectionId,
    profileId,
    now,
  }: { userId: string; connectionId: string; profileId: string; now: Date },
): Promise<void> {
  const open = await tx
    .selectFrom('bureau_report')
    .innerJoin('bureau_connection', 'bureau_connection.id', 'bureau_report.connection_id')
    .select(['bureau_report.id', 'bureau_report.profile_id', 'bureau_report.tried_at'])
    .where('bureau_connection.user_id', '=', userId)
    .where('bureau_report.sent_at', 'is', null)
    .where('bureau_report.refused_at', 'is', null)
    .execute();
  for (const { id, profile_id: profile, tried_at: tried } of open) {
    if (profile === profileId)
      await tx
        .updateTable('bureau_report')
        .set({ connection_id: connectionId })
        .where('id', '=', id)
        .execute();
    else if (tried === null) await takeBack(tx, id);
    else await refused(tx, id, 'Factiiv never answered, and the business was disconnected', now);
  }
  // Pending decisions are read through the connection that can see them. Other customers' reports on the same
  // business keep their connection.
  await tx
    .updateTable('bureau_report')
    .set({ connection_id: connectionId })
    .where('profile_id', '=', profileId)
    .where('connection_id', 'in', (eb) =>
      eb.selectFrom('bureau_connection').select('id').where('user_id', '=', userId),
    )
    .where('sent_at', 'is not', null)
    .execute();
}
