/**
 * Authenticates an administrator who acts for a customer. Clients can forge the three headers, so they must
 * match the grant exactly, including the email. A mismatch is rejected: falling back to the administrator's
 * own account would place orders on the wrong one.
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { isWorthNoting } from '#modules/accounts/limits/service.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { type Administrator, type Claim, refusalReason } from './grant-rules.ts';
import { findNewest } from './grant-store.ts';

type ActingDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'log' | 'metrics'>;
type CalledEndpoint = Pick<Endpoint, 'method' | 'impersonation'>;

/**
 * Returns the customer, with the administrator as the actor. `asking` is null when the request is not logged
 * in. Throws `impersonation_refused`.
 */
export async function actFor(
  deps: ActingDeps,
  asking: Administrator | null,
  claim: Claim,
  endpoint: CalledEndpoint,
): Promise<Person> {
  if (asking === null) return refuse(deps, null, 'not logged in');
  const grant = await findNewest(deps.db, asking.userId, claim.userId);
  const reason = refusalReason(asking, claim, grant, deps.clock.now());
  if (grant === undefined || reason !== null) return refuse(deps, asking.userId, reason ?? 'no grant');
  if (endpoint.impersonation === 'refused')
    return refuse(deps, asking.userId, 'not while acting as a customer', grant.targetId);
  if (endpoint.method !== 'GET') await noteWrite(deps, asking.userId, grant.targetId, grant.id);
  const { targetId: userId, targetEmail: email } = grant;
  const actor = { userId: asking.userId, grantId: grant.id };
  return { kind: 'person', userId, email, sessionId: asking.sessionId, role: 'customer', actor };
}

/**
 * Records every request that may change data, whether or not it succeeds. The service that does the work may
 * add its own entry.
 */
const noteWrite = (
  { db, ...deps }: ActingDeps,
  actorId: string,
  effectiveId: string,
  grantId: string,
): Promise<void> =>
  db
    .transaction()
    .execute((tx) =>
      audit.record(tx, deps, { actorId, effectiveId, action: 'acted_for_customer', object: grantId }),
    );

/**
 * Returns the same error for every cause. Anonymous attempts are logged; attempts by a user get an audit
 * entry at a limited rate.
 */
async function refuse(
  { db, ...deps }: ActingDeps,
  adminId: string | null,
  reason: string,
  targetId?: string,
): Promise<never> {
  deps.log.warn({ user: adminId, reason }, 'impersonation was refused');
  deps.metrics?.impersonationRefused();
  if (adminId !== null && (await isWorthNoting({ db, ...deps }, `impersonation ${reason}`, adminId)))
    await db.transaction().execute((tx) =>
      audit.record(tx, deps, {
        actorId: adminId,
        effectiveId: targetId ?? adminId,
        action: 'impersonation_refused',
        object: adminId,
        detail: { reason },
      }),
    );
  throw new DomainError('impersonation_refused');
}
