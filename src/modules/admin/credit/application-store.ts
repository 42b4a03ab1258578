/** SQL for credit applications as staff see them. Read only. */
import type { DecisionReason } from '#content/credit-words.ts';
import type { Outcome } from '#modules/credit/ledger/rules.ts';
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';

export type ApplicationRow = {
  id: string;
  user_id: string;
  name: string;
  email: string;
  legal_name: string;
  ein_last4: string | null;
  kind: 'first' | 'change';
  state: 'in_review' | 'approved' | 'declined' | 'withdrawn';
  applied_at: Date;
  decided_at: Date | null;
  reasons: DecisionReason[] | null;
};

/** Includes the reasons of the latest decision on each. */
export async function rowsOf(db: Database, ids: readonly string[]): Promise<ApplicationRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ApplicationRow>`
    select application.id, application.user_id, trim(concat_ws(' ', first_name, last_name)) as name, email, legal_name, ein_last4,
      application.kind, application.state, applied_at, decided_at, newest.reasons
    from credit_application application
    join app_user on app_user.id = application.user_id
    join company on company.id = application.company_id
    left join lateral (
      select reasons from credit_decision where application_id = application.id order by id desc limit 1) as newest on true
    where application.id = any(${ids})`.execute(db);
  return rows;
}

export type DecisionRow = {
  at: Date;
  outcome: Outcome;
  reasons: DecisionReason[];
  limit_cents: number | null;
  rule_version: string;
  by: string | null;
};

/** Newest first. */
export async function decisionsOf(db: Database, applicationId: string): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select at, outcome, reasons, limit_cents, rule_version, nullif(trim(concat_ws(' ', first_name, last_name)), '') as by
    from credit_decision left join app_user on app_user.id = actor_id
    where application_id = ${applicationId} order by credit_decision.id desc`.execute(db);
  return rows;
}
