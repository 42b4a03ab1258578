/**
 * A customer's company: entered in the profile, returned with the EIN's last four digits, and compared with
 * profile and orders.
 */
import type * as contract from '#contract/credit.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { utcDay } from '#kernel/credit-terms.ts';
import { toEin } from '#kernel/ein.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { worded } from '#kernel/language.ts';
import { spelledPhone, storedPhone } from '#kernel/phone-numbers.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as applications from './store.ts';
import { decideOn, decisionEntry } from './service.ts';
import { agreed } from './consistency-rules.ts';
import * as store from './company-store.ts';
import { openEin, sealEin } from './ein.ts';
import { consistencyOf } from './facts.ts';
import { notify } from '#modules/credit/ledger/notices.ts';
import { findOf as findAccount } from '#modules/credit/ledger/store.ts';

type Answer = NonNullable<Handled<typeof contract.readCompany>['company']>;

export async function readCompany(
  { db }: Deps,
  { userId }: Person,
): Promise<Handled<typeof contract.readCompany>> {
  const row = await store.findOf(db, userId);
  return { company: row === null ? null : toAnswer(row) };
}

export const toAnswer = (row: store.CompanyRow): Answer => ({
  legalName: row.legal_name,
  entityType: row.entity_type,
  formationState: row.formation_state,
  formedOn: row.formed_on,
  einLast4: row.ein_last4 ?? '',
  addressLine1: row.address_line1,
  city: row.city,
  state: row.state,
  postalCode: row.postal_code,
  country: row.country,
  phone: spelledPhone(row.phone),
  website: row.website,
  applicantRole: row.applicant_role,
  attestedAt: row.attested_at.toISOString(),
});

type Form = Received<typeof contract.saveCompany>['body'];

/**
 * Throws `ein_invalid` if no EIN was ever entered, `phone_invalid`, or `invalid_request` for a formation date
 * in the future. After an approval, a change of name, form, formation, or EIN is reviewed; the account stays
 * usable in the meantime.
 */
export async function saveCompany(
  deps: Deps,
  caller: Person,
  form: Form,
): Promise<Handled<typeof contract.saveCompany>> {
  const now = deps.clock.now();
  if (form.formedOn > utcDay(now))
    throw new DomainError('invalid_request', worded('The date of formation cannot be in the future'));
  const phone = storedPhone(form.phone, form.country);
  return deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const before = await store.findOf(tx, caller.userId);
    const company = { ...columnsOf(form), phone };
    const ein = form.ein === undefined ? null : toEin(form.ein);
    const id = await write(tx, deps, { before, company, ein, userId: caller.userId });
    const changed = before !== null && isAnother(deps, before, company, ein);
    const after = await store.findOf(tx, caller.userId);
    if (after === null) throw new Error(`company ${id} was not written`);
    const undecided = { inReview: false, entries: [] };
    const { inReview, entries } =
      (await reevaluate(tx, deps, after)) ?? (changed ? await review(tx, deps, after) : undecided);
    const detail = {
      einChanged: before !== null && ein !== null && before.ein_last4 !== after.ein_last4,
      inReview,
    };
    const decided = entries.map((entry) => ({ actorId: null, effectiveId: caller.userId, ...entry }));
    await audit.record(
      tx,
      deps,
      { ...audit.by(caller), action: 'company_saved', object: id, detail },
      ...decided,
    );
    return { company: toAnswer(after), inReview };
  });
}

type Write = { before: store.CompanyRow | null; company: store.Company; ein: string | null; userId: string };

/** A returning customer whose company was erased has a new account, so at most one row is found. */
async function write(tx: Tx, deps: Deps, { before, company, ein, userId }: Write): Promise<string> {
  const now = deps.clock.now();
  if (before === null) {
    if (ein === null) throw new DomainError('ein_invalid');
    const id = freshId('com');
    await store.insert(tx, id, userId, { ...company, ...sealEin(deps, id, ein) }, now);
    return id;
  }
  await store.update(
    tx,
    before.id,
    { ...company, ...(ein === null ? {} : sealEin(deps, before.id, ein)) },
    now,
  );
  return before.id;
}

const columnsOf = (form: Form): store.Company => ({
  legal_name: form.legalName,
  entity_type: form.entityType,
  formation_state: form.formationState,
  formed_on: form.formedOn,
  address_line1: form.addressLine1,
  city: form.city,
  state: form.state,
  postal_code: form.postalCode,
  country: form.country,
  phone: form.phone,
  website: form.website,
  applicant_role: form.applicantRole,
});

/** Compares with the approved business. Entering the same EIN again is not a change. */
function isAnother(
  deps: Deps,
  before: store.CompanyRow,
  company: store.Company,
  ein: string | null,
): boolean {
  const names = ['legal_name', 'entity_type', 'formation_state', 'formed_on'] as const;
  return (
    names.some((name) => before[name] !== company[name]) || (ein !== null && openEin(deps, before) !== ein)
  );
}

/** `inReview`: staff still have to decide. `entries`: audit entries of the automatic decision. */
type Decided = { inReview: boolean; entries: ReturnType<typeof decisionEntry>[] };

/** Decides a first application in review again on current data. Returns null when none is waiting. */
async function reevaluate(tx: Tx, deps: Deps, company: store.CompanyRow): Promise<Decided | null> {
  const waiting = await applications.inReviewOf(tx, company.user_id);
  if (waiting?.kind !== 'first') return null;
  // If the first purchase was refunded in the meantime, the account is not opened automatically; staff
  // decide.
  if (!(await store.hasPaidByCard(tx, company.user_id))) return { inReview: true, entries: [] };
  const { outcome, reasons } = await decideOn(tx, deps, waiting.id, company);
  const decided =
    outcome === 'approve'
      ? { outcome, limit: deps.settings.current().credit.firstLimit, isChange: false }
      : { outcome, reasons };
  return { inReview: outcome === 'review', entries: [decisionEntry(waiting.id, decided)] };
}

/** Puts a change of an open account's company into review, unless a review is already open. */
async function review(
  tx: Tx,
  deps: Deps,
  { id: companyId, user_id: userId }: store.CompanyRow,
): Promise<Decided> {
  const account = await findAccount(tx, userId);
  if (account?.status !== 'open') return { inReview: false, entries: [] };
  if ((await applications.inReviewOf(tx, userId)) !== null) return { inReview: true, entries: [] };
  const [id, now] = [freshId('app'), deps.clock.now()];
  await applications.insert(tx, {
    ...{ id, userId, companyId, kind: 'change', state: 'in_review' },
    appliedAt: now,
    decidedAt: null,
    againOn: null,
  });
  const reasons = ['company_changed'] as const;
  await applications.insertDecision(tx, {
    ...{
      applicationId: id,
      outcome: 'review',
      reasons,
      inputs: { companyChanged: true },
      limit: null,
      actorId: null,
      now,
    },
  });
  await notify(tx, deps, { key: `in-review:${id}`, userId, say: { kind: 'credit_change_in_review' } });
  return { inReview: true, entries: [decisionEntry(id, { outcome: 'review', reasons })] };
}

export async function readConsistency(
  { db }: Deps,
  { userId }: Person,
): Promise<Handled<typeof contract.readConsistency>> {
  const checks = await consistencyOf(db, userId);
  return { agrees: agreed(checks, 'name', 'companyName', 'address', 'phone'), checks };
}
