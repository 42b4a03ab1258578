/** What staff decide about credit, from the terminal and later from their screens. Each decision is in the audit log; the customer is told. */
import { creditTerms } from '#kernel/credit-terms.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { approve, decisionEntry, decline } from '#modules/credit/application/service.ts';
import * as applications from '#modules/credit/application/store.ts';
import * as companies from '#modules/credit/application/company-store.ts';
import { factsOf } from '#modules/credit/application/facts.ts';
import {
  freezeByStaff,
  freezeForChangedCompany,
  liftWhenPaid,
  unfreezeByStaff,
  unfreezeForChangedCompany,
} from '#modules/credit/ledger/freezes.ts';
import { writtenOff } from '#modules/credit/ledger/service.ts';
import { tell } from '#modules/credit/ledger/notices.ts';
import { changeLimit } from '#modules/credit/ledger/opening.ts';
import { approvedOf, decide, type DecisionReason, declineReasons, type DeclineReason } from '#modules/credit/ledger/rules.ts';
import * as store from '#modules/credit/ledger/store.ts';

/** Who it is about. Null for the actor: whoever sits at the terminal. */
type By = { email: string; actorId: string | null };

export const queue = (deps: Deps): Promise<applications.Queued[]> => applications.queue(deps.db);

/** Throws `credit_application_none`, `credit_first_purchase`, `credit_limit_highest`, or `credit_ein_taken` where another open account has the EIN. */
export const approveApplication = async (
  deps: Deps,
  { email, actorId, limit = creditTerms.firstLimit }: By & { limit?: Cents },
): Promise<Cents> => {
  if (limit > creditTerms.highestLimit) throw new DomainError('credit_limit_highest');
  return onReview(deps, email, async (tx, user, application) => {
    const company = await companies.findOf(tx, user.id);
    if (company === null) throw new DomainError('credit_company_missing');
    // What was true when it was sent in may have changed since.
    if (application.kind === 'first' && !(await companies.hasPaidByCard(tx, user.id))) throw new DomainError('credit_first_purchase');
    const { einIndexes, facts } = await factsOf(tx, deps, company);
    const { outcome, reasons } = decide(facts);
    if (outcome === 'decline') throw new DomainError('invalid_request', `The published rules decline it now: ${reasons.join(' ')}`);
    const [applicationId, now] = [application.id, deps.clock.now()];
    const isChange = application.kind === 'change';
    const account = await store.lockOf(tx, user.id);
    const granted = isChange && account !== null ? approvedOf(account) : limit;
    await applications.insertDecision(tx, {
      ...{ applicationId, outcome: 'approve', reasons: [], inputs: { byStaff: true, ...facts }, limit: granted, actorId, now },
    });
    if (isChange) await approveChange(tx, deps, { userId: user.id, applicationId, einIndexes });
    else await approve(tx, deps, { userId: user.id, applicationId, einIndexes, limit, reason: 'by_staff', actorId });
    const entry = decisionEntry(applicationId, { outcome: 'approve', limit: granted, isChange });
    await audit.record(tx, deps, { actorId, effectiveId: user.id, ...entry });
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
  await tell(tx, deps, { key: `approved:${applicationId}`, userId, say: { kind: 'credit_change_approved' } });
  await unfreezeForChangedCompany(tx, deps, account);
}

/** Throws `credit_application_none`. A changed company that is declined freezes the account. */
export const declineApplication = (deps: Deps, { email, actorId, reasons }: By & { reasons: readonly DecisionReason[] }): Promise<void> =>
  onReview(deps, email, async (tx, user, { id: applicationId, kind }) => {
    if (reasons.length === 0) throw new DomainError('invalid_request', 'A decline needs a reason');
    const now = deps.clock.now();
    await applications.insertDecision(tx, {
      ...{ applicationId, outcome: 'decline', reasons, inputs: { byStaff: true }, limit: null, actorId, now },
    });
    await decline(tx, deps, { userId: user.id, applicationId, reasons, isChange: kind === 'change' });
    const account = kind === 'change' ? await store.lockOf(tx, user.id) : null;
    if (account !== null) await freezeForChangedCompany(tx, deps, account, actorId);
    await audit.record(tx, deps, { actorId, effectiveId: user.id, ...decisionEntry(applicationId, { outcome: 'decline', reasons }) });
  });

export const isDeclineReason = (text: string): text is DeclineReason => (declineReasons as readonly string[]).includes(text);

/** Answers the limit before. Throws `credit_none` or `credit_limit_highest`. */
export const setLimit = (deps: Deps, { email, actorId, to, reason }: By & { to: Cents; reason: string }): Promise<Cents> =>
  onAccount(deps, email, async (tx, user, account) => {
    const from = approvedOf(account);
    const key = await changeLimit(tx, deps, account, { to, reason, actorId });
    if (key === null) return from;
    await tell(tx, deps, { key, userId: user.id, say: { kind: 'credit_limit_changed', from, to, reason } });
    const detail = { fromCents: from, toCents: to, reason };
    await audit.record(tx, deps, { actorId, effectiveId: user.id, action: 'credit_limit_changed', object: account.id, detail });
    return from;
  });

/** False: it is frozen by staff already. */
export const freeze = (deps: Deps, { email, actorId, reason }: By & { reason: string }): Promise<boolean> =>
  onAccount(deps, email, async (tx, user, account) => {
    if (!(await freezeByStaff(tx, deps, account, { reason, actorId }))) return false;
    await audit.record(tx, deps, { actorId, effectiveId: user.id, action: 'credit_frozen', object: account.id, detail: { reason } });
    return true;
  });

/** Null: staff had not frozen it. What is past due keeps it frozen all the same. */
export const unfreeze = (deps: Deps, { email, actorId }: By): Promise<{ remainsFrozen: boolean } | null> =>
  onAccount(deps, email, async (tx, user, account) => {
    const answer = await unfreezeByStaff(tx, deps, account);
    if (answer === null) return null;
    await audit.record(tx, deps, { actorId, effectiveId: user.id, action: 'credit_unfrozen', object: account.id, detail: answer });
    return answer;
  });

/** All that is owed is given up, its invoices are uncollectible, and the account is closed. Throws `credit_nothing_owed`. Answers what was given up. */
export const writeOff = (deps: Deps, { email, actorId }: By): Promise<Cents> =>
  onPerson(deps, email, async (tx, user) => {
    const invoiceIds = await store.lockOpenInvoices(tx, user.id);
    const amount = await writtenOff(tx, deps, { userId: user.id, actorId });
    const at = deps.clock.now();
    await store.markUncollectible(tx, invoiceIds, at);
    const account = await store.lockOf(tx, user.id);
    if (account !== null) await liftWhenPaid(tx, deps, account);
    await tell(tx, deps, {
      key: `written-off:${user.id}:${at.toISOString()}`,
      userId: user.id,
      say: { kind: 'credit_written_off', amount },
    });
    const detail = { amountCents: amount };
    await audit.record(tx, deps, { actorId, effectiveId: user.id, action: 'credit_written_off', object: account?.id ?? user.id, detail });
    return amount;
  });

const onPerson = <T>({ db }: Deps, email: string, work: (tx: Tx, user: users.User) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const user = await users.lockByEmail(tx, normaliseEmail(email));
    if (user === undefined) throw new DomainError('invalid_request', `There is no account ${email}`);
    return work(tx, user);
  });

const onReview = <T>(
  deps: Deps,
  email: string,
  work: (tx: Tx, user: users.User, application: applications.Application) => Promise<T>,
): Promise<T> =>
  onPerson(deps, email, async (tx, user) => {
    const application = await applications.inReviewOf(tx, user.id);
    if (application === null) throw new DomainError('credit_application_none');
    return work(tx, user, application);
  });

const onAccount = <T>(deps: Deps, email: string, work: (tx: Tx, user: users.User, account: store.Account) => Promise<T>): Promise<T> =>
  onPerson(deps, email, async (tx, user) => {
    const account = await store.lockOf(tx, user.id);
    if (account === null) throw new DomainError('credit_none');
    return work(tx, user, account);
  });
