/**
 * Credit decisions by staff, from the terminal or the console. Each decision is audited, and the customer is
 * notified.
 */
import { creditTerms, utcDay } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import { retryOnDeadlock } from '#platform/deadlock.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { approve, decisionEntry, decline } from '#modules/credit/application/service.ts';
import * as applications from '#modules/credit/application/store.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import { factsOf } from '#modules/credit/application/facts.ts';
import {
  freezeByStaff,
  freezeForChangedCompany,
  unfreezeWhenPaid,
  unfreezeByStaff,
  unfreezeForChangedCompany,
} from '#modules/credit/ledger/freezes.ts';
import { writtenOff } from '#modules/credit/ledger/service.ts';
import { notify } from '#modules/credit/ledger/notices.ts';
import { changeLimit } from '#modules/credit/ledger/opening.ts';
import {
  approvedOf,
  decide,
  type DecisionReason,
  declineReasons,
  type DeclineReason,
} from '#modules/credit/ledger/rules.ts';
import * as store from '#modules/credit/ledger/store.ts';

/**
 * The account, by email from the terminal or by user id from the console. `actorId` is null for the terminal.
 */
export type By = ({ email: string } | { userId: string }) & { actorId: string | null };
/**
 * The state that the decision is based on; throws `changed_meanwhile` if it has changed since. The terminal
 * displays no state, so it omits this.
 */
type Seen<T> = { seen?: T };
type SeenApplication = Seen<{ applicationId: string; companySavedAt: Date }>;

export const queue = (deps: Deps): Promise<applications.Queued[]> => applications.queue(deps.db);

/**
 * Throws `credit_application_none`, `credit_first_purchase`, `credit_limit_highest`, or `credit_ein_taken`
 * when another open account has the EIN.
 */
export const approveApplication = async (
  deps: Deps,
  { limit = deps.settings.current().credit.firstLimit, ...by }: By & SeenApplication & { limit?: Cents },
): Promise<Cents> => {
  const { actorId } = by;
  if (limit > creditTerms.highestLimit) throw new DomainError('credit_limit_highest');
  return onReview(deps, by, async (tx, user, application) => {
    const company = await companies.findOf(tx, user.id);
    if (company === null) throw new DomainError('credit_company_missing');
    // The conditions at submission may have changed since.
    if (application.kind === 'first' && !(await companies.hasPaidByCard(tx, user.id)))
      throw new DomainError('credit_first_purchase');
    const { einIndexes, facts } = await factsOf(tx, deps, company);
    const { outcome, reasons } = decide(facts);
    if (outcome === 'decline')
      throw new DomainError(
        'invalid_request',
        `The published rules now decline this application: ${reasons.join(' ')}`,
      );
    const [applicationId, now] = [application.id, deps.clock.now()];
    const isChange = application.kind === 'change';
    const account = await store.lockOf(tx, user.id);
    const granted = isChange && account !== null ? approvedOf(account) : limit;
    await applications.insertDecision(tx, {
      ...{
        applicationId,
        outcome: 'approve',
        reasons: [],
        inputs: { byStaff: true, ...facts },
        limit: granted,
        actorId,
        now,
      },
    });
    if (isChange) await approveChange(tx, deps, { userId: user.id, applicationId, einIndexes });
    else
      await approve(tx, deps, {
        userId: user.id,
        applicationId,
        einIndexes,
        limit,
        reason: 'by_staff',
        actorId,
      });
    const entry = decisionEntry(applicationId, { outcome: 'approve', limit: granted, isChange });
    const [before, after] = [{ state: 'in_review' }, { state: 'approved', limitCents: granted }];
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      effectiveId: user.id,
      ...entry,
      before,
      after,
    });
    return granted;
  });
};

async function approveChange(
  tx: Tx,
  deps: Deps,
  { userId, applicationId, einIndexes }: { userId: string; applicationId: string; einIndexes: string[] },
) {
  const account = await store.lockOf(tx, userId);
  if (account === null) throw new DomainError('credit_none');
  if (await store.einIsOpen(tx, einIndexes, account.id)) throw new DomainError('credit_ein_taken');
  await store.changeEin(tx, account.id, einIndexes[0] ?? '');
  await applications.close(tx, applicationId, 'approved', deps.clock.now());
  await notify(tx, deps, {
    key: `approved:${applicationId}`,
    userId,
    say: { kind: 'credit_change_approved' },
  });
  await unfreezeForChangedCompany(tx, deps, account);
}

/** Throws `credit_application_none`. A changed company that is declined freezes the account. */
export const declineApplication = (
  deps: Deps,
  { reasons, ...by }: By & SeenApplication & { reasons: readonly DecisionReason[] },
): Promise<void> =>
  onReview(deps, by, async (tx, user, { id: applicationId, kind }) => {
    if (reasons.length === 0) throw new DomainError('invalid_request', 'Choose at least one reason');
    const { actorId } = by;
    const now = deps.clock.now();
    await applications.insertDecision(tx, {
      ...{ applicationId, outcome: 'decline', reasons, inputs: { byStaff: true }, limit: null, actorId, now },
    });
    await decline(tx, deps, { userId: user.id, applicationId, reasons, isChange: kind === 'change' });
    const account = kind === 'change' ? await store.lockOf(tx, user.id) : null;
    if (account !== null) await freezeForChangedCompany(tx, deps, account, actorId);
    const entry = decisionEntry(applicationId, { outcome: 'decline', reasons });
    const [before, after] = [{ state: 'in_review' }, { state: 'declined', reasons }];
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      effectiveId: user.id,
      ...entry,
      before,
      after,
    });
  });

export const isDeclineReason = (text: string): text is DeclineReason =>
  (declineReasons as readonly string[]).includes(text);

/** Returns the previous limit. Throws `credit_none` or `credit_limit_highest`. */
export const setLimit = (
  deps: Deps,
  { to, reason, seen, ...by }: By & Seen<Cents> & { to: Cents; reason: string },
): Promise<Cents> =>
  onAccount(deps, by, async (tx, user, account) => {
    const { actorId } = by;
    const from = approvedOf(account);
    if (seen !== undefined && seen !== from) throw new DomainError('changed_meanwhile');
    const key = await changeLimit(tx, deps, account, { to, reason, actorId });
    if (key === null) return from;
    await notify(tx, deps, { key, userId: user.id, say: { kind: 'credit_limit_changed', from, to, reason } });
    const detail = { fromCents: from, toCents: to, reason };
    const [before, after] = [{ limitCents: from }, { limitCents: to, reason }];
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      ...{ effectiveId: user.id, action: 'credit_limit_changed', object: account.id, detail, before, after },
    });
    return from;
  });

/** Returns false if staff have already frozen the account. */
export const freeze = (deps: Deps, { reason, ...by }: By & { reason: string }): Promise<boolean> =>
  onAccount(deps, by, async (tx, user, account) => {
    const { actorId } = by;
    if (!(await freezeByStaff(tx, deps, account, { reason, actorId }))) return false;
    const [before, after] = [{ frozenByStaff: false }, { frozenByStaff: true, reason }];
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      ...{
        effectiveId: user.id,
        action: 'credit_frozen',
        object: account.id,
        detail: { reason },
        before,
        after,
      },
    });
    return true;
  });

/** Returns null if staff had not frozen the account. Past-due invoices keep it frozen. */
export const unfreeze = (deps: Deps, by: By): Promise<{ remainsFrozen: boolean } | null> =>
  onAccount(deps, by, async (tx, user, account) => {
    const { actorId } = by;
    const answer = await unfreezeByStaff(tx, deps, account);
    if (answer === null) return null;
    const [before, after] = [{ frozenByStaff: true }, { frozenByStaff: false, ...answer }];
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      ...{
        effectiveId: user.id,
        action: 'credit_unfrozen',
        object: account.id,
        detail: answer,
        before,
        after,
      },
    });
    return answer;
  });

/**
 * `beforeDue`: also when no invoice is past due yet. The reason is stored in the audit log and not shown to
 * the customer.
 */
type WriteOff = By & Seen<Cents> & { reason: string; beforeDue: boolean };

/**
 * Closes the account and writes off all debt. Its invoices become uncollectible immediately here, and at the
 * processor in a job after the commit. Returns the amount. Throws `credit_nothing_owed`, and
 * `credit_not_past_due` unless `beforeDue`.
 */
export const writeOff = (deps: Deps, { seen, reason, beforeDue, ...by }: WriteOff): Promise<Cents> =>
  onPerson(deps, by, async (tx, user) => {
    const { actorId } = by;
    const invoices = await store.lockOpenInvoices(tx, user.id);
    const invoiceIds = invoices.map(({ id }) => id);
    const isPastDue = invoices.some(({ dueOn }) => dueOn < utcDay(deps.clock.now()));
    const existing = await store.lockOf(tx, user.id);
    if (seen !== undefined && seen !== existing?.owed) throw new DomainError('changed_meanwhile');
    if (existing !== null && existing.owed > 0 && !isPastDue && !beforeDue)
      throw new DomainError('credit_not_past_due');
    const amount = await writtenOff(tx, deps, { userId: user.id, actorId });
    const at = deps.clock.now();
    await store.markUncollectible(tx, invoiceIds, at);
    for (const invoiceId of invoiceIds) await deps.jobs.enqueue(tx, 'mark-uncollectible', { invoiceId });
    const account = await store.lockOf(tx, user.id);
    if (account !== null) await unfreezeWhenPaid(tx, deps, account);
    await notify(tx, deps, {
      key: `written-off:${user.id}:${at.toISOString()}`,
      userId: user.id,
      say: { kind: 'credit_written_off', amount },
    });
    const detail = { amountCents: amount, reason, isPastDue };
    const before =
      existing === null
        ? null
        : { status: existing.status, owedCents: existing.owed, limitCents: approvedOf(existing) };
    const after =
      account === null
        ? null
        : { status: account.status, owedCents: account.owed, limitCents: approvedOf(account), reason };
    await audit.record(tx, deps, {
      ...audit.byStaff(actorId),
      ...{
        effectiveId: user.id,
        action: 'credit_written_off',
        object: account?.id ?? user.id,
        detail,
        before,
        after,
      },
    });
    return amount;
  });

/**
 * Retries on deadlock: invoice updates lock the order and then the invoice, while a ledger entry holds the
 * invoice and waits for the order.
 */
const onPerson = <T>(deps: Deps, by: By, work: (tx: Tx, user: users.User) => Promise<T>): Promise<T> =>
  retryOnDeadlock(deps, () =>
    deps.db.transaction().execute(async (tx) => {
      const user =
        'email' in by
          ? await users.lockByEmail(tx, normalizeEmail(by.email))
          : await users.lock(tx, by.userId);
      if (user === undefined)
        throw new DomainError(
          'invalid_request',
          'email' in by ? `No account has the email address ${by.email}` : undefined,
        );
      return work(tx, user);
    }),
  );

const onReview = <T>(
  deps: Deps,
  { seen, ...by }: By & SeenApplication,
  work: (tx: Tx, user: users.User, application: applications.Application) => Promise<T>,
): Promise<T> =>
  onPerson(deps, by, async (tx, user) => {
    const application = await applications.inReviewOf(tx, user.id);
    if (seen !== undefined) await assertSameAsSeen(tx, user.id, application, seen);
    if (application === null) throw new DomainError('credit_application_none');
    return work(tx, user, application);
  });

/** Throws `changed_meanwhile` if another decision was made or the customer has saved the company again. */
async function assertSameAsSeen(
  tx: Tx,
  userId: string,
  application: applications.Application | null,
  { applicationId, companySavedAt }: NonNullable<SeenApplication['seen']>,
): Promise<void> {
  const savedAt = (await companies.findOf(tx, userId))?.updated_at;
  if (application?.id !== applicationId || savedAt?.getTime() !== companySavedAt.getTime())
    throw new DomainError('changed_meanwhile');
}

const onAccount = <T>(
  deps: Deps,
  by: By,
  work: (tx: Tx, user: users.User, account: store.Account) => Promise<T>,
): Promise<T> =>
  onPerson(deps, by, async (tx, user) => {
    const account = await store.lockOf(tx, user.id);
    if (account === null) throw new DomainError('credit_none');
    return work(tx, user, account);
  });
