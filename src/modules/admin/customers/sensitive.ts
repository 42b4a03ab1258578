/** Sensitive customer data that requires a fresh code: the full EIN, and the shop as the customer sees it. */
import type * as contract from '#contract/admin/customer-acts.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import { findOf } from '#modules/credit/application/company-store.ts';
import { openEin } from '#modules/credit/application/ein.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import * as grants from '#modules/admin/grants.ts';
import { customerOf } from './record.ts';

/**
 * Throws `not_found` if the customer has no company. Recorded in the audit log before the EIN is returned.
 */
export const revealEin = (
  { db, ...deps }: Deps,
  caller: Person,
  id: string,
): Promise<Handled<typeof contract.staffRevealEin>> =>
  db.transaction().execute(async (tx) => {
    await customerOf(tx, id);
    const company = await findOf(tx, id);
    if (company === null) throw new DomainError('not_found');
    await audit.record(tx, deps, {
      actorId: caller.userId,
      effectiveId: id,
      action: 'ein_revealed',
      object: company.id,
    });
    const digits = openEin(deps, company);
    return { ein: `${digits.slice(0, 2)}-${digits.slice(2)}` };
  });

/** Throws the errors of `grants.grantAtConsole`. */
export async function viewAs(
  deps: AccountDeps,
  caller: Person,
  id: string,
  reason: string,
): Promise<Handled<typeof contract.staffViewAs>> {
  const {
    targetId: userId,
    targetEmail: email,
    expiresAt,
  } = await grants.grantAtConsole(deps, caller, id, reason);
  return { userId, email, expiresAt: expiresAt.toISOString() };
}
