/**
 * Inputs of a decision: the company, other uses of its EIN, and consistency across profile, company, and
 * orders.
 */
import { utcDay } from '#kernel/credit-terms.ts';
import { toEin } from '#kernel/ein.ts';
import { DomainError } from '#kernel/errors.ts';
import * as users from '#modules/accounts/people/store.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { agreed, type Check, checkConsistency } from './consistency-rules.ts';
import * as store from './company-store.ts';
import { indexesOf, openEin } from './ein.ts';
import type { ApplicationFacts } from '#modules/credit/ledger/rules.ts';

type Facts = { einIndexes: string[]; facts: ApplicationFacts; checks: Check[] };

/** For a decision: takes the lock that serializes decisions. */
export async function factsOf(tx: Tx, deps: Deps, company: store.CompanyRow): Promise<Facts> {
  await store.lockEins(tx);
  return readFacts(tx, deps, company);
}

/** For reading only; takes no lock. */
export async function readFacts(db: Database | Tx, deps: Deps, company: store.CompanyRow): Promise<Facts> {
  const { einIndexes, ...ofEin } = await einFacts(db, deps, company);
  const checks = await consistencyOf(db, company.user_id);
  const facts = {
    ...ofEin,
    isUsEntity: company.formation_state !== null,
    formedOn: company.formed_on,
    today: utcDay(deps.clock.now()),
    addressIsInUs: company.country === 'US',
    isAttested: true,
    nameAgrees: agreed(checks, 'name', 'companyName'),
    addressAgrees: agreed(checks, 'address'),
    phoneAgrees: agreed(checks, 'phone'),
  };
  return { einIndexes, facts, checks };
}

export async function consistencyOf(db: Database | Tx, userId: string): Promise<Check[]> {
  const [user, company, order] = [
    await users.find(db, userId),
    await store.findOf(db, userId),
    await store.newestBilling(db, userId),
  ];
  if (user === undefined) throw new DomainError('token_expired');
  return checkConsistency({
    profile: {
      name: `${user.first_name} ${user.last_name}`.trim(),
      address: { line: user.address, country: user.country },
      phone: user.phone,
    },
    company: company && {
      name: company.legal_name,
      address: { line: company.address_line1, country: company.country },
      phone: company.phone,
    },
    order: order && { ...order, address: { line: order.addressLine1, country: order.country } },
  });
}

/** Reads what a decision needs about the EIN and other accounts with it. */
async function einFacts(tx: Database | Tx, deps: Deps, company: store.CompanyRow) {
  const ein = openEin(deps, company);
  const indexes = indexesOf(deps, ein);
  return {
    einIndexes: indexes,
    einIsValid: toEin(ein) === ein,
    einIsElsewhere: await store.isElsewhere(tx, indexes, company.user_id),
    wasWrittenOff: await store.wasWrittenOff(tx, indexes, company.user_id),
    limitWasLower: await store.hadLowerLimit(tx, company.user_id, deps.settings.current().credit.firstLimit),
  };
}
