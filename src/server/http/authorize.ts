/**
 * Identifies the caller and checks permissions. The session behind a token is looked up on every request, so
 * a logout, a new password, or a closed account takes effect immediately. An invalid token is rejected on
 * public endpoints too, so that the browser refreshes it instead of continuing as a guest.
 */
import type { Context } from 'hono';
import { DomainError } from '#kernel/errors.ts';
import { isStaff, mayDo } from '#kernel/permissions.ts';
import { mayLogIn } from '#modules/accounts/people/rules.ts';
import { freshUntil, isAlive } from '#modules/accounts/sessions/rules.ts';
import { readAccessToken } from '#modules/accounts/sessions/service.ts';
import { findWithUser } from '#modules/accounts/sessions/store.ts';
import { actFor } from '#modules/admin/acting.ts';
import type { Claim } from '#modules/admin/grant-rules.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Authorize, Person, AccessRules } from '#platform/mount.ts';
import { nameUser } from '#platform/request-context.ts';

type AuthorizeDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'log' | 'metrics'>;
type SignedIn = Person & { hasSecondFactor: boolean; freshFactorAt: Date | null };
type Identified = { kind: 'guest' } | SignedIn;

/**
 * Authorizes one call of an endpoint.
 * @throws `sign_in_required`, `token_expired`, `impersonation_refused`, `two_factor_needed`,
 *   `permission_missing`, `fresh_factor_needed`, or `not_found` for an endpoint that a customer must not
 *   discover.
 */
export const authorizer =
  (deps: AuthorizeDeps): Authorize =>
  async (context, endpoint) => {
    const asking = await identify(deps, context);
    const claim = claimOf(context);
    const caller =
      claim === null
        ? asking
        : await actFor(deps, asking.kind === 'guest' ? null : asking, claim, whileActing(endpoint));
    if (caller.kind === 'person') nameUser(caller.userId, caller.actor?.userId ?? null);
    if (endpoint.access === 'public') return caller;
    if (caller.kind === 'guest') throw new DomainError('sign_in_required');
    if (endpoint.access === 'staff') demandPermission(deps, asking, endpoint);
    else if (isStaff(caller.role)) demandFactor(asking, endpoint);
    return caller;
  };

/** Staff endpoints never allow impersonation. */
const whileActing = (endpoint: AccessRules): AccessRules =>
  endpoint.access === 'staff' ? { ...endpoint, impersonation: 'refused' } : endpoint;

/** Until two-factor authentication is on, a staff member can only set it up. */
function demandFactor(asking: Identified, endpoint: AccessRules): void {
  if (endpoint.beforeFactor !== true && (asking.kind === 'guest' || !asking.hasSecondFactor))
    throw new DomainError('two_factor_needed');
}

/**
 * Logs calls without permission. The console hides such buttons, so the call did not come from a normal
 * screen.
 */
function demandPermission({ log, clock }: AuthorizeDeps, asking: Identified, endpoint: AccessRules): void {
  if (asking.kind === 'guest') throw new DomainError('sign_in_required');
  const { role, userId: user } = asking;
  if (!isStaff(role)) {
    log.warn({ user, method: endpoint.method, path: endpoint.path }, 'a customer called a staff endpoint');
    throw new DomainError('not_found');
  }
  demandFactor(asking, endpoint);
  if (endpoint.permission === undefined || !mayDo(role, endpoint.permission)) {
    log.warn(
      { user, role, method: endpoint.method, path: endpoint.path, permission: endpoint.permission },
      'the role lacks the permission',
    );
    throw new DomainError('permission_missing');
  }
  const fresh = freshUntil(asking.freshFactorAt);
  if (endpoint.fresh === true && (fresh === null || clock.now() >= fresh))
    throw new DomainError('fresh_factor_needed');
}

/** Null when the request does not impersonate a customer. The other two headers are then ignored. */
function claimOf(context: Context): Claim | null {
  if (context.req.header('admin-as-user') !== 'true') return null;
  return { userId: context.req.header('user-id') ?? '', email: context.req.header('user-email') ?? '' };
}

async function identify(deps: AuthorizeDeps, context: Context): Promise<Identified> {
  const header = context.req.header('authorization');
  // Ignore other schemes, such as a proxy's basic auth password.
  if (header === undefined || !/^bearer\b/i.test(header)) return { kind: 'guest' };
  const person = await personOf(deps, header.replace(/^bearer\s*/i, ''));
  if (person === null) throw new DomainError('token_expired');
  return person;
}

/** Null when the token is invalid or expired, or its session or account has ended. */
async function personOf({ db, ...deps }: AuthorizeDeps, token: string): Promise<SignedIn | null> {
  const claimed = await readAccessToken(deps, token);
  const session = claimed === null ? undefined : await findWithUser(db, claimed.sessionId);
  if (claimed === null || session === undefined || session.userId !== claimed.userId) return null;
  if (
    !isAlive(session, deps.clock.now()) ||
    !mayLogIn(session) ||
    claimed.generation < session.firstGeneration
  )
    return null;
  const { userId, email, role, sessionId, secondFactorAt, codeGivenAt, freshFactorAt } = session;
  const hasSecondFactor = secondFactorAt !== null && codeGivenAt !== null;
  return { kind: 'person', userId, email, sessionId, role, actor: null, hasSecondFactor, freshFactorAt };
}
