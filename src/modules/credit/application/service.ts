/**
 * Applications for a Net 30 account: eligibility, the decision by the published rules, and its effects, in
 * one transaction under the lock of the person. Path of an application: `credit/routes.ts`, this file,
 * `facts.ts`, `credit/ledger/rules.ts`, `credit/ledger/opening.ts`, later `credit/lateness/sweep.ts`.
 */
import type * as contract from '#contract/credit.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { utcDay } from '#kernel/credit-terms.ts';
import { decisionReasons } from '#content/credit-words.ts';
import { formatDate } from '#kernel/dates.ts';
import { DomainError } from '#kernel/errors.ts';
import { isStaff } from '#kernel/permissions.ts';
import type { Cents } from '#kernel/money.ts';
import { freshId } from '#kernel/ids.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { currentRequest } from '#platform/request-context.ts';
import * as store from './store.ts';
import * as companies from './company-store.ts';
import type { CreditDeps } from '#modules/credit/deps.ts';
import { factsOf } from './facts.ts';
import { notify } from '#modules/credit/ledger/notices.ts';
import { openAccount } from '#modules/credit/ledger/opening.ts';
import { termsOf } from './terms.ts';
import {
  applyAgainOn,
  applyRefusal,
  decide,
  type DecisionReason,
  reviewReasonsForCustomer,
} from '#modules/credit/ledger/rules.ts';
import * as accounts from '#modules/credit/ledger/store.ts';

type Answer = Handled<typeof contract.readApplication>;

const terms = termsOf('credit_terms');

export async function readApplication(deps: Deps, { userId }: Person): Promise<Answer> {
  const [newest, refusal] = [await store.newestOf(deps.db, userId), await refusalOf(deps.db, deps, userId)];
  return {
    application: newest && {
      kind: newest.kind,
      state: newest.state,
      appliedAt: newest.appliedAt.toISOString(),
      decidedAt: newest.decidedAt?.toISOString() ?? null,
      againOn: newest.againOn,
      reasons: (await shownReasons(deps, newest)).map(inWords),
    },
    mayApply: refusal === null,
    refusal: refusal && { code: refusal.code, message: refusal.message },
    terms,
  };
}

async function shownReasons(
  { db }: Pick<Deps, 'db'>,
  { id, kind, state }: store.Application,
): Promise<DecisionReason[]> {
  if (state === 'approved' || state === 'withdrawn') return [];
  const reasons = await store.reasonsOf(db, id);
  return state === 'in_review' && kind === 'first' ? reviewReasonsForCustomer(reasons) : reasons;
}

const inWords = (code: DecisionReason) => ({ code, ...decisionReasons[code] });

async function refusalOf(
  db: Database | Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
): Promise<DomainError | null> {
  const [user, mayApplyOn] = [await users.find(db, userId), await store.reapplyDateOf(db, userId)];
  // Staff decide on applications, so they cannot apply.
  if (user !== undefined && isStaff(user.role)) return new DomainError('credit_staff');
  const code = applyRefusal({
    isEmailConfirmed: (user?.email_confirmed_at ?? null) !== null,
    hasPaidByCard: await companies.hasPaidByCard(db, userId),
    hasCompany: (await companies.findOf(db, userId)) !== null,
    hasOpenAccount: (await accounts.findOf(db, userId))?.status === 'open',
    isInReview: (await store.inReviewOf(db, userId)) !== null,
    againOn: mayApplyOn,
    today: utcDay(clock.now()),
  });
  if (code === null) return null;
  return code === 'credit_too_soon' && mayApplyOn !== null
    ? new DomainError(code, `You may apply again from ${formatDate(mayApplyOn)}`)
    : new DomainError(code);
}

/** Throws the error of `applyRefusal`, or `credit_terms_changed`. */
export async function apply(
  deps: Deps,
  caller: Person,
  { termsVersion }: Received<typeof contract.applyForCredit>['body'],
): Promise<Answer> {
  if (termsVersion !== terms.version) throw new DomainError('credit_terms_changed');
  const { userId } = caller;
  await deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, userId);
    const refusal = await refusalOf(tx, deps, userId);
    const company = await companies.findOf(tx, userId);
    if (refusal !== null || company === null) throw refusal ?? new DomainError('credit_company_missing');
    const [id, now] = [freshId('app'), deps.clock.now()];
    const application = {
      id,
      userId,
      companyId: company.id,
      kind: 'first',
      appliedAt: now,
      againOn: null,
    } as const;
    await store.insert(tx, { ...application, state: 'in_review', decidedAt: null });
    const clientAddress = currentRequest()?.client ?? null;
    await store.insertConsent(tx, {
      kind: 'credit_terms',
      ...terms,
      userId,
      applicationId: id,
      clientAddress,
      now,
    });
    const { outcome, reasons } = await decideOn(tx, deps, id, company);
    await audit.record(tx, deps, {
      ...audit.by(caller),
      action: 'credit_applied',
      object: id,
      detail: { outcome, reasons: reasons.join(' ') },
    });
  });
  return readApplication(deps, caller);
}

/**
 * Applies the published rules to the current company, with all effects. An applicant already in review is not
 * notified again.
 */
export async function decideOn(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  company: companies.CompanyRow,
): Promise<ReturnType<typeof decide>> {
  const userId = company.user_id;
  const { einIndexes, facts } = await factsOf(tx, deps, company);
  const { outcome, reasons } = decide(facts);
  const limit = outcome === 'approve' ? deps.settings.current().credit.firstLimit : null;
  const now = deps.clock.now();
  await store.insertDecision(tx, {
    applicationId,
    outcome,
    reasons,
    inputs: facts,
    limit,
    actorId: null,
    now,
  });
  if (limit !== null)
    await approve(tx, deps, {
      userId,
      applicationId,
      einIndexes,
      limit,
      reason: 'published_rules',
      actorId: null,
    });
  if (outcome === 'decline') await decline(tx, deps, { userId, applicationId, reasons, isChange: false });
  if (outcome === 'review')
    await notify(tx, deps, {
      key: `in-review:${applicationId}`,
      userId,
      say: { kind: 'credit_in_review', reasons: reviewReasonsForCustomer(reasons) },
    });
  return { outcome, reasons };
}

/** Builds the audit entry of a decision on an application, by rules or staff. */
export const decisionEntry = (
  applicationId: string,
  decided:
    | { outcome: 'approve'; limit: Cents; isChange: boolean }
    | { outcome: 'decline' | 'review'; reasons: readonly DecisionReason[] },
): Pick<audit.AuditEntry, 'action' | 'object' | 'detail'> =>
  decided.outcome === 'approve'
    ? {
        action: 'credit_approved',
        object: applicationId,
        detail: { limitCents: decided.limit, isChange: decided.isChange },
      }
    : {
        action: decided.outcome === 'decline' ? 'credit_declined' : 'credit_in_review',
        object: applicationId,
        detail: { reasons: decided.reasons.join(' ') },
      };

type Approving = Parameters<typeof openAccount>[2];

export async function approve(tx: Tx, deps: CreditDeps, approval: Approving): Promise<void> {
  const { userId, applicationId, limit } = approval;
  await openAccount(tx, deps, approval);
  await store.close(tx, applicationId, 'approved', deps.clock.now());
  await notify(tx, deps, {
    key: `approved:${applicationId}`,
    userId,
    say: { kind: 'credit_approved', limit },
  });
}

type Declining = {
  userId: string;
  applicationId: string;
  reasons: readonly DecisionReason[];
  isChange: boolean;
};

export async function decline(
  tx: Tx,
  deps: CreditDeps,
  { userId, applicationId, reasons, isChange }: Declining,
): Promise<void> {
  const now = deps.clock.now();
  const mayApplyOn = applyAgainOn(utcDay(now));
  await store.close(tx, applicationId, 'declined', now, mayApplyOn);
  await notify(tx, deps, {
    key: `declined:${applicationId}`,
    userId,
    say: { kind: 'credit_declined', reasons, againOn: mayApplyOn, isChange },
  });
}

/**
 * Throws `credit_application_none`. The review of a changed company cannot be withdrawn, because the company
 * has still changed.
 */
export async function withdraw(deps: Deps, caller: Person): Promise<Answer> {
  await deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const open = await store.inReviewOf(tx, caller.userId);
    if (open === null || open.kind === 'change') throw new DomainError('credit_application_none');
    await store.close(tx, open.id, 'withdrawn', deps.clock.now());
    await audit.record(tx, deps, { ...audit.by(caller), action: 'credit_withdrawn', object: open.id });
  });
  return readApplication(deps, caller);
}
