/** Connects an account with a business at the bureau, records consent to reports, and ends both. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import type * as contract from '#contract/reporting.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import * as users from '#modules/accounts/people/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { BureauRefused, BureauUnavailable } from '#ports/credit-bureau.ts';
import * as store from './connection-store.ts';
import { bureauOf, sealKey } from './deps.ts';
import { collect } from './facts-store.ts';
import { inherit } from './report-store.ts';

type Nothing = Record<string, never>;
const by = ({ userId, actor }: Person) => ({ actorId: actor?.userId ?? userId, effectiveId: userId });

/**
 * Before anything is stored, checks with the bureau that the key belongs to these ids and was granted to us
 * for this customer. Throws `not_found` for another person's id, `reporting_terms_changed`,
 * `bureau_key_wrong`, `bureau_business_taken`, `bureau_unavailable`.
 */
export async function connect(
  deps: Deps,
  caller: Person,
  { params, body }: Pick<Received<typeof contract.connectFactiiv>, 'params' | 'body'>,
): Promise<Handled<typeof contract.connectFactiiv>> {
  const { userId } = caller;
  if (params.id !== userId) throw new DomainError('not_found');
  if (body.reportingTermsVersion !== undefined && body.reportingTermsVersion !== reportingTermsVersion)
    throw new DomainError('reporting_terms_changed');
  const businessName = await ownBusiness(deps, caller, body);
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    if ((await users.lock(tx, userId)) === undefined) throw new DomainError('not_found');
    const now = clock.now();
    if (await store.isProfileTaken(tx, body.factBusinessId, userId))
      throw new DomainError('bureau_business_taken');
    const [former, id] = [await store.findOf(tx, userId), freshId('con')];
    if (former !== null) await store.end(tx, former.id, now);
    const keySealed = sealKey(deps, id, body.factApiKey);
    await store.insert(tx, {
      id,
      userId,
      bureauUserId: body.factUserId,
      profileId: body.factBusinessId,
      businessName,
      keySealed,
      now,
    });
    await inherit(tx, { userId, connectionId: id, profileId: body.factBusinessId, now });
    await store.agree(tx, { userId, version: body.reportingTermsVersion ?? null, now });
    await collect(tx, { userId, now });
    await deps.jobs.enqueue(tx, 'report-to-bureau', { connectionId: id }, { singletonKey: id });
    const detail = { businessId: body.factBusinessId, termsVersion: body.reportingTermsVersion ?? null };
    await audit.record(tx, deps, { ...by(caller), action: 'bureau_connected', object: id, detail });
  });
  return { factBusinessId: body.factBusinessId };
}

/** Returns its name. */
async function ownBusiness(
  deps: Deps,
  { userId }: Person,
  ids: { factUserId: string; factBusinessId: string; factApiKey: string },
): Promise<string | null> {
  const bureau = bureauOf(deps);
  const owner = await bureau.readOwner(ids.factApiKey).catch(throwUnavailable);
  const isOwn =
    owner !== null &&
    owner.userId === ids.factUserId &&
    owner.profileId === ids.factBusinessId &&
    owner.connectingApp === bureau.appName &&
    owner.connectingUserId === userId;
  if (!isOwn) throw new DomainError('bureau_key_wrong');
  return owner.businessName;
}

/** For an interactive request. */
export function throwUnavailable(error: unknown): never {
  if (error instanceof BureauUnavailable || error instanceof BureauRefused)
    throw new DomainError('bureau_unavailable');
  throw error;
}

/** Deletes the key and ends consent. Unsent reports stay queued. */
export async function disconnect(deps: Deps, caller: Person): Promise<Nothing> {
  await deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const id = await endOf(tx, deps, caller.userId);
    if (id === null) throw new DomainError('bureau_not_connected');
    await audit.record(tx, deps, { ...by(caller), action: 'bureau_disconnected', object: id });
  });
  return {};
}

/** Returns the id of the connection that ended, or null. The caller holds the lock on the person. */
export async function endOf(tx: Tx, { clock }: Pick<Deps, 'clock'>, userId: string): Promise<string | null> {
  const [found, now] = [await store.lockOf(tx, userId), clock.now()];
  await store.withdraw(tx, userId, now);
  if (found !== null) await store.end(tx, found.id, now);
  return found?.id ?? null;
}

/** Throws `reporting_terms_changed`, `bureau_not_connected`. Idempotent. */
export async function agree(deps: Deps, caller: Person, version: string): Promise<Nothing> {
  if (version !== reportingTermsVersion) throw new DomainError('reporting_terms_changed');
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const connection = await store.findOf(tx, caller.userId);
    if (connection === null) throw new DomainError('bureau_not_connected');
    const now = clock.now();
    if (!(await store.agree(tx, { userId: caller.userId, version, now }))) return;
    await collect(tx, { userId: caller.userId, now });
    await deps.jobs.enqueue(
      tx,
      'report-to-bureau',
      { connectionId: connection.id },
      { singletonKey: connection.id },
    );
    await audit.record(tx, deps, {
      ...by(caller),
      action: 'reporting_agreed',
      object: connection.id,
      detail: { termsVersion: version },
    });
  });
  return {};
}

/** The score is still read. A call in progress is finished; no new one is started. */
export async function withdraw(deps: Deps, caller: Person): Promise<Nothing> {
  await deps.db.transaction().execute(async (tx) => {
    await users.lock(tx, caller.userId);
    const connection = await store.findOf(tx, caller.userId);
    if (connection === null || !(await store.withdraw(tx, caller.userId, deps.clock.now())))
      throw new DomainError('reporting_stopped');
    await audit.record(tx, deps, { ...by(caller), action: 'reporting_withdrawn', object: connection.id });
  });
  return {};
}
