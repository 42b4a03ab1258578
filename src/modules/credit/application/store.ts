/** SQL for applications, their decisions, and the consents given with them. */
import type { Cents } from '#kernel/money.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { ApplicationFacts, DecisionReason, Outcome } from '#modules/credit/ledger/rules.ts';
import { ruleVersion } from '#modules/credit/ledger/rules.ts';

export type ApplicationState = 'in_review' | 'approved' | 'declined' | 'withdrawn';
export type Application = {
  id: string;
  userId: string;
  kind: 'first' | 'change';
  state: ApplicationState;
  appliedAt: Date;
  decidedAt: Date | null;
  againOn: string | null;
};

const select = (db: Database | Tx) =>
  db
    .selectFrom('credit_application')
    .select(['id', 'user_id', 'kind', 'state', 'applied_at', 'decided_at', 'again_on']);
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];
const toApplication = (row: Row): Application => ({
  id: row.id,
  userId: row.user_id,
  kind: row.kind,
  state: row.state,
  appliedAt: row.applied_at,
  decidedAt: row.decided_at,
  againOn: row.again_on,
});

export async function newestOf(db: Database | Tx, userId: string): Promise<Application | null> {
  const row = await select(db)
    .where('user_id', '=', userId)
    .orderBy('applied_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toApplication(row);
}

export async function inReviewOf(db: Database | Tx, userId: string): Promise<Application | null> {
  const row = await select(db)
    .where('user_id', '=', userId)
    .where('state', '=', 'in_review')
    .executeTakeFirst();
  return row === undefined ? null : toApplication(row);
}

/** Returns the latest date named by a decline. */
export const reapplyDateOf = async (db: Database | Tx, userId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('credit_application')
      .select(({ fn }) => fn.max('again_on').as('again_on'))
      .where('user_id', '=', userId)
      .where('kind', '=', 'first')
      .executeTakeFirst()
  )?.again_on ?? null;

export async function insert(tx: Tx, application: Application & { companyId: string }): Promise<void> {
  const { id, userId, companyId, kind, state, appliedAt, decidedAt, againOn } = application;
  await tx
    .insertInto('credit_application')
    .values({
      id,
      user_id: userId,
      company_id: companyId,
      kind,
      state,
      applied_at: appliedAt,
      decided_at: decidedAt,
      again_on: againOn,
    })
    .execute();
}

export async function close(
  tx: Tx,
  id: string,
  state: Exclude<ApplicationState, 'in_review'>,
  now: Date,
  mayApplyOn: string | null = null,
): Promise<void> {
  await tx
    .updateTable('credit_application')
    .set({ state, decided_at: now, again_on: mayApplyOn })
    .where('id', '=', id)
    .where('state', '=', 'in_review')
    .execute();
}

export type Decision = {
  applicationId: string;
  outcome: Outcome;
  reasons: readonly DecisionReason[];
  inputs:
    | ApplicationFacts
    | { companyChanged: true }
    | { byStaff: true }
    | (ApplicationFacts & { byStaff: true });
  limit: Cents | null;
  actorId: string | null;
  now: Date;
};

export async function insertDecision(
  tx: Tx,
  { applicationId, outcome, reasons, inputs, limit, actorId, now }: Decision,
): Promise<void> {
  await tx
    .insertInto('credit_decision')
    .values({
      ...{ application_id: applicationId, outcome, reasons: [...reasons], rule_version: ruleVersion },
      ...{ inputs: JSON.stringify(inputs), limit_cents: limit, actor_id: actorId, at: now },
    })
    .execute();
}

/** Returns the reasons for the application's latest decision. */
export const reasonsOf = async (db: Database | Tx, applicationId: string): Promise<DecisionReason[]> =>
  ((
    await db
      .selectFrom('credit_decision')
      .select('reasons')
      .where('application_id', '=', applicationId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.reasons as DecisionReason[] | undefined) ?? [];

export type NewConsent = {
  kind: 'credit_terms' | 'autopay';
  version: string;
  text: string;
  userId: string;
  /** Null: it belongs to no application. */
  applicationId: string | null;
  clientAddress: string | null;
  now: Date;
};

/** The text is stored once per version. */
export async function insertConsent(
  tx: Tx,
  { kind, version, text, userId, applicationId, clientAddress, now }: NewConsent,
): Promise<void> {
  await tx
    .insertInto('consent_text')
    .values({ kind, version, text, first_used_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .execute();
  await tx
    .insertInto('credit_consent')
    .values({
      kind,
      version,
      user_id: userId,
      application_id: applicationId,
      given_at: now,
      client_address: clientAddress,
    })
    .execute();
}

/** The consent itself stays; the client address is deleted with the account. */
export async function eraseClientAddresses(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('credit_consent')
    .set({ client_address: null })
    .where('user_id', '=', userId)
    .execute();
}

export type Queued = {
  id: string;
  email: string;
  legalName: string;
  einLast4: string;
  kind: 'first' | 'change';
  appliedAt: Date;
  reasons: string[];
};

/** Applications that wait for staff, oldest first. */
export async function queue(db: Database): Promise<Queued[]> {
  const rows = await db
    .selectFrom('credit_application')
    .innerJoin('app_user', 'app_user.id', 'credit_application.user_id')
    .innerJoin('company', 'company.id', 'credit_application.company_id')
    .select([
      'credit_application.id',
      'email',
      'legal_name',
      'ein_last4',
      'credit_application.kind',
      'applied_at',
    ])
    .where('credit_application.state', '=', 'in_review')
    .orderBy('applied_at')
    .execute();
  const reasons = await Promise.all(rows.map(({ id }) => reasonsOf(db, id)));
  return rows.map((row, index) => ({
    ...{
      id: row.id,
      email: row.email,
      legalName: row.legal_name,
      einLast4: row.ein_last4 ?? '',
      kind: row.kind,
      appliedAt: row.applied_at,
    },
    reasons: reasons[index] ?? [],
  }));
}
