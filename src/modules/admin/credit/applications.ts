/** The queue of applications, and one application with the result of the published rules on current data. */
import type * as contract from '#contract/admin/credit.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { creditTerms, daysBetween } from '#kernel/credit-terms.ts';
import { type DecisionReason, decisionReasons } from '#content/credit-words.ts';
import { DomainError } from '#kernel/errors.ts';
import { cents } from '#kernel/money.ts';
import { mayDo } from '#kernel/permissions.ts';
import { toAnswer } from '#modules/credit/application/company.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import { readFacts } from '#modules/credit/application/facts.ts';
import { approveApplication, declineApplication } from '#modules/credit/account/staff.ts';
import { type ApplicationFacts, approvedOf, decide } from '#modules/credit/ledger/rules.ts';
import { findOf as accountOf } from '#modules/credit/ledger/store.ts';
import type { Database } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { sql } from 'kysely';
import { inOrderOf, type KeysetList, readPage } from '#modules/admin/lists/keyset.ts';
import * as store from './application-store.ts';

type Query = Received<typeof contract.staffListApplications>['query'];
type Application = Handled<typeof contract.staffReadApplication>;
type Row = Handled<typeof contract.staffListApplications>['rows'][number];

export const applicationListOf = ({ view, sort }: Omit<Query, 'cursor'>): KeysetList => ({
  name: 'credit-applications',
  filter: { view },
  sort: {
    name: sort,
    column: 'credit_application.applied_at',
    type: 'timestamptz',
    descending: sort === 'newest',
  },
  from: sql`credit_application`,
  id: 'credit_application.id',
  branches: [view === 'all' ? sql<boolean>`true` : sql<boolean>`state = ${view}`],
});

export const applicationRowsOf = async (db: Database, ids: string[]): Promise<Row[]> =>
  inOrderOf(ids, await store.rowsOf(db, ids)).map(toRow);

export async function listApplications(
  deps: Deps,
  { cursor, ...query }: Query,
): Promise<Handled<typeof contract.staffListApplications>> {
  const { ids, ...page } = await readPage(deps, applicationListOf(query), cursor);
  return { rows: await applicationRowsOf(deps.db, ids), ...page };
}

const toRow = (row: store.ApplicationRow): Row => ({
  id: row.id,
  customerId: row.user_id,
  name: row.name,
  email: row.email,
  legalName: row.legal_name,
  einLast4: row.ein_last4 ?? '',
  kind: row.kind,
  state: row.state,
  appliedAt: row.applied_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  reasons: inWords(row.reasons ?? []),
});

const inWords = (codes: readonly DecisionReason[]) =>
  codes.map((code) => ({ code, found: decisionReasons[code].found }));

/** Throws `not_found`. */
export async function readApplication(deps: Deps, caller: Person, id: string): Promise<Application> {
  const { db } = deps;
  const [row] = await store.rowsOf(db, [id]);
  if (row === undefined) throw new DomainError('not_found');
  const [company, account, decisions] = await Promise.all([
    companies.findOf(db, row.user_id),
    accountOf(db, row.user_id),
    store.decisionsOf(db, id),
  ]);
  const isWaiting = row.state === 'in_review';
  const now = company === null ? null : await readFacts(db, deps, company);
  const hasPaid = await companies.hasPaidByCard(db, row.user_id);
  return {
    ...toRow(row),
    company: company === null ? null : toAnswer(company),
    companySavedAt: company?.updated_at.toISOString() ?? null,
    proposal: now === null || !isWaiting ? null : proposalOf(now.facts),
    facts: now === null ? [] : [{ code: 'paid_by_card', isGood: hasPaid }, ...factsInCodes(now.facts)],
    checks: now?.checks ?? [],
    decisions: decisions.map(
      ({ at, outcome, reasons, limit_cents: limit, rule_version: ruleVersion, by }) => ({
        ...{
          at: at.toISOString(),
          outcome,
          reasons: inWords(reasons),
          limit: limit === null ? null : cents(limit),
          ruleVersion,
          by,
        },
      }),
    ),
    account: account && {
      id: account.id,
      status: account.status,
      approvedCredit: approvedOf(account),
      owed: account.owed,
    },
    firstLimit: deps.settings.current().credit.firstLimit,
    highestLimit: creditTerms.highestLimit,
    mayDecide: isWaiting && company !== null && mayDo(caller.role, 'credit.write'),
  };
}

function proposalOf(facts: ApplicationFacts): NonNullable<Application['proposal']> {
  const { outcome, reasons } = decide(facts);
  return { outcome, reasons: inWords(reasons) };
}

const factsInCodes = (facts: ApplicationFacts): Application['facts'] =>
  Object.entries({
    us_entity: facts.isUsEntity,
    old_enough: daysBetween(facts.formedOn, facts.today) >= creditTerms.youngestDays,
    ein_form: facts.einIsValid,
    ein_only_here: !facts.einIsElsewhere,
    no_write_off: !facts.wasWrittenOff,
    no_lower_limit: !facts.limitWasLower,
    us_address: facts.addressIsInUs,
    name_agrees: facts.nameAgrees,
    address_agrees: facts.addressAgrees,
    phone_agrees: facts.phoneAgrees,
    attested: facts.isAttested,
  }).map(([code, isGood]) => ({ code, isGood }));

type Decision = Received<typeof contract.staffDecideApplication>['body'];

/** Throws `not_found`, `changed_meanwhile`, and the errors of the credit decision. */
export async function decideApplication(
  deps: Deps,
  caller: Person,
  id: string,
  decision: Decision,
): Promise<Application> {
  const [row] = await store.rowsOf(deps.db, [id]);
  if (row === undefined) throw new DomainError('not_found');
  const seen = { applicationId: id, companySavedAt: new Date(decision.companySavedAt) };
  const by = { userId: row.user_id, actorId: caller.userId, seen };
  if (decision.outcome === 'approve') await approveApplication(deps, { ...by, limit: decision.limit });
  else await declineApplication(deps, { ...by, reasons: decision.reasons });
  return readApplication(deps, caller, id);
}
