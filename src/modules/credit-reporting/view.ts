/** The connection, the score, and reports as a customer reads them. */
import { DomainError } from '#kernel/errors.ts';
import { cents } from '#kernel/money.ts';
import type * as contract from '#contract/reporting.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as connections from './connection-store.ts';
import { readScore } from './reading.ts';
import * as notices from './notices.ts';
import * as reading from './reading-store.ts';
import { answerWithinDays } from './rules.ts';
import { demandConnection, withBureau } from './sync.ts';

type Score = Handled<typeof contract.readCreditScore>;

export async function readReporting(
  { db, bureau }: Deps,
  { userId }: Pick<Person, 'userId'>,
): Promise<Handled<typeof contract.readReporting>> {
  const [connection, consent, counts] = await Promise.all([
    connections.findOf(db, userId),
    connections.consentOf(db, userId),
    reading.counts(db, userId),
  ]);
  return {
    connection:
      connection === null
        ? null
        : {
            state: connection.state,
            businessId: connection.profileId,
            businessName: connection.businessName,
            connectedAt: connection.connectedAt.toISOString(),
            lastSyncedAt: connection.syncedAt?.toISOString() ?? null,
            agreedAt: consent?.agreedAt.toISOString() ?? null,
          },
    connectAddress: bureau?.connectAddress ?? null,
    appName: bureau?.appName ?? '',
    providerAddress: bureau?.providerAddress ?? null,
    counts,
  };
}

export const businessOf = async (db: Database | Tx, userId: string): Promise<string | null> =>
  (await connections.findOf(db, userId))?.profileId ?? null;

const toScore = (profileId: string, score: connections.Score | undefined): Score => ({
  id: score?.id ?? null,
  businessProfileId: profileId,
  business: { factiiv: { value: score?.value ?? null, tradeLines: score?.tradeLines ?? null } },
  readAt: score?.readAt.toISOString() ?? null,
});

/** Throws `score_not_found` for another person's id, and for the caller's own without a connection. */
export async function readCreditScore({ db }: Deps, { userId }: Person, id: string): Promise<Score> {
  const connection = id === userId ? await connections.findOf(db, userId) : null;
  if (connection === null) throw new DomainError('score_not_found');
  const [newest] = await connections.scoresOf(db, { userId, profileId: connection.profileId, limit: 1 });
  return toScore(connection.profileId, newest);
}

export async function listCreditScores(
  { db }: Deps,
  { userId }: Person,
  profileId: string,
  { cursor = null, limit }: { cursor?: string | null | undefined; limit: number },
): Promise<Handled<typeof contract.listCreditScores>> {
  const connection = await connections.findOf(db, userId);
  if (connection === null || connection.profileId !== profileId) throw new DomainError('score_not_found');
  const found = await connections.scoresOf(db, { userId, profileId, before: cursor, limit: limit + 1 });
  const data = found.slice(0, limit).map((score) => toScore(profileId, score));
  return { data, nextCursor: found.length > limit ? (data.at(-1)?.id ?? null) : null };
}

/** Throws `bureau_not_connected`, `bureau_revoked`, `bureau_unavailable`. */
export async function refreshCreditScore(deps: Deps, userId: string): Promise<Score> {
  const connection = await demandConnection(deps, userId);
  const score = await withBureau(deps, connection, () => readScore(deps, connection));
  return toScore(connection.profileId, score);
}

export async function rereadCreditScore(deps: Deps, caller: Person, userId: string): Promise<Score> {
  const score = await refreshCreditScore(deps, userId);
  await deps.db
    .transaction()
    .execute((tx) =>
      audit.record(tx, deps, { actorId: caller.userId, action: 'score_read_again', object: userId }),
    );
  return score;
}

export async function deleteCreditScore(
  deps: Deps,
  caller: Person,
  id: string,
): Promise<Record<string, never>> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await connections.deleteScore(tx, id))) throw new DomainError('score_not_found');
    await audit.record(tx, deps, { actorId: caller.userId, action: 'score_deleted', object: id });
  });
  return {};
}

type Report = Handled<typeof contract.disputeReport>;

/** The fields as sent. A new trade or activity carries our reference, which identifies it at the bureau. */
const fieldsOf = ({ fields, call, reference }: reading.ReportRow): Record<string, string | number> => ({
  ...Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    ),
  ),
  ...((call === 'trade' || call === 'activity') && { reference: reference ?? '' }),
});

const pageSize = 30;
const dayMs = 86_400_000;

const toReport = (row: reading.ReportRow): Report => ({
  id: row.id,
  kind: row.kind as Report['kind'],
  // Between the call and its answer.
  state: row.state === 'queued' && row.tried_at !== null ? 'sent' : (row.state as Report['state']),
  happenedAt: row.happened_at.toISOString(),
  amount: cents(Number(row.amount_cents)),
  change: row.change,
  order: row.order_id === null ? null : { id: row.order_id, number: `S-${row.order_number}` },
  sentAt: row.sent_at?.toISOString() ?? null,
  fields: row.tried_at === null ? null : fieldsOf(row),
  reason: row.reason,
  dispute:
    row.disputed_at === null
      ? null
      : {
          openedAt: row.disputed_at.toISOString(),
          answerBy: new Date(row.disputed_at.getTime() + answerWithinDays * dayMs).toISOString(),
          message: row.dispute_message ?? '',
          answer: row.dispute_answer,
        },
});

export async function listReports(
  { db }: Pick<Deps, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  {
    cursor = null,
    orderId = null,
  }: { cursor?: string | null | undefined; orderId?: string | null | undefined },
): Promise<Handled<typeof contract.listReports>> {
  const found = await reading.reports(db, { userId, before: cursor, orderId, limit: pageSize + 1 });
  const data = found.slice(0, pageSize).map(toReport);
  return { data, nextCursor: found.length > pageSize ? (data.at(-1)?.id ?? null) : null };
}

/** Throws `report_not_found`, `report_not_sent`, `report_in_dispute`. Raises an alarm for staff. */
export async function disputeReport(
  deps: Deps,
  { userId }: Person,
  { params, body }: Pick<Received<typeof contract.disputeReport>, 'params' | 'body'>,
): Promise<Report> {
  return deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, userId);
    const report = await reading.find(tx, userId, params.id);
    if (report === null) throw new DomainError('report_not_found');
    if (report.disputed_at !== null && report.answered_at === null)
      throw new DomainError('report_in_dispute');
    if (report.sent_at === null) throw new DomainError('report_not_sent');
    await reading.openDispute(tx, params.id, body.message, deps.clock.now());
    await notices.alarm(
      tx,
      deps,
      'report_disputed',
      params.id,
      'A customer says that a report to the credit bureau is wrong',
    );
    await audit.record(tx, deps, { actorId: userId, action: 'report_disputed', object: params.id });
    const changed = await reading.find(tx, userId, params.id);
    if (changed === null) throw new DomainError('report_not_found');
    return toReport(changed);
  });
}
