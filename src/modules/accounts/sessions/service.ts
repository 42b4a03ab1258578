/**
 * Sessions: opened by a log-in, extended by refreshing, ended by a log-out, a new password, a reused token,
 * or expiry. A refresh token works once; two tabs that use it at the same time get the same successor. Path
 * of a refresh: `web/session/refresh.ts`, `accounts/routes.ts`, this file.
 */
import { SignJWT, jwtVerify } from 'jose';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type * as contract from '#contract/accounts.ts';
import type { Handled } from '#contract/endpoint.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';
import { currentRequest } from '#platform/request-context.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as limits from '#modules/accounts/limits/service.ts';
import {
  accessTokenLifetimeSeconds,
  decideRefresh,
  deviceName,
  readRefreshToken,
  sessionEnds,
} from './rules.ts';
import { mayLogIn } from '#modules/accounts/people/rules.ts';
import * as store from './store.ts';
import * as users from '#modules/accounts/people/store.ts';

export type Tokens = Handled<typeof contract.refreshToken>;
type Signing = Pick<Deps, 'keys' | 'clock'>;
/** What proved the log-in: the password alone, or also a second factor. */
type Factor = 'password' | 'app' | 'recovery_code';

const algorithm = 'HS256';
const kind = 'at+jwt';
const issuer = 'stateside';
const audience = 'stateside/api';
const version = 1;

/**
 * Opens a session for a user whose row the caller has locked. Its tokens become valid when the caller's
 * transaction commits.
 */
export async function open(
  tx: Tx,
  deps: Signing,
  userId: string,
  factor: Factor = 'password',
): Promise<Tokens> {
  const now = deps.clock.now();
  const id = freshId('ses');
  const { expiresAt, endsAt } = sessionEnds(now, now);
  const request = currentRequest();
  await store.insert(
    tx,
    {
      id,
      user_id: userId,
      expires_at: expiresAt,
      ends_at: endsAt,
      device: deviceName(request?.userAgent ?? ''),
      ip: request?.client ?? '',
      second_factor_at: factor === 'password' ? null : now,
      fresh_factor_at: factor === 'app' ? now : null,
    },
    now,
  );
  return tokensOf(deps, { id, userId, generation: 0 });
}

async function tokensOf(
  { keys, clock }: Signing,
  session: { id: string; userId: string; generation: number },
): Promise<Tokens> {
  const issuedAt = Math.floor(clock.now().getTime() / 1_000);
  const accessToken = await new SignJWT({ sid: session.id, gen: session.generation, ver: version })
    .setProtectedHeader({ alg: algorithm, typ: kind })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(session.userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenLifetimeSeconds)
    .sign(keys.of('access-token')[0] ?? new Uint8Array());
  const { id, generation } = session;
  return {
    accessToken,
    refreshToken: `${id}.${generation}.${keys.mac('refresh-token', id, String(generation))}`,
  };
}

export type Claimed = { userId: string; sessionId: string; generation: number };

/** Returns the token's claims, or null unless we issued the token for this purpose and it has not expired. */
export async function readAccessToken({ keys, clock }: Signing, token: string): Promise<Claimed | null> {
  for (const key of keys.of('access-token')) {
    const read = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: kind,
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'gen', 'exp', 'iat', 'ver'],
      currentDate: clock.now(),
    }).catch(() => null);
    if (read === null) continue;
    const { payload, protectedHeader } = read;
    // Our tokens have exactly two header fields. A token that names a key or its location is not ours, even
    // with a valid signature.
    if (Object.keys(protectedHeader).toSorted().join() !== 'alg,typ' || payload.ver !== version) return null;
    const { sub, sid, gen: generation } = payload;
    return Number.isInteger(generation)
      ? { userId: String(sub), sessionId: String(sid), generation: Number(generation) }
      : null;
  }
  return null;
}

/**
 * Issues new tokens for the caller's session and invalidates all older ones when the caller's transaction
 * commits. No grace period: a password change defends against a copy of the last token. Throws
 * `token_expired` when the session has ended in the meantime.
 */
export async function reissueTokens(tx: Tx, deps: Signing, { userId, sessionId }: Person): Promise<Tokens> {
  const session = await store.invalidateTokens(tx, sessionId, deps.clock.now());
  if (session === undefined) throw new DomainError('token_expired');
  return tokensOf(deps, { id: sessionId, userId, generation: session.generation });
}

/**
 * Throws `refresh_refused` for every kind of failure. A reused token ends its session, because two parties
 * hold its tokens.
 */
export async function refresh(deps: AccountDeps, token: string): Promise<Tokens> {
  const read = readRefreshToken(token);
  if (
    read === null ||
    !deps.keys.isMacOf(read.proof, 'refresh-token', read.sessionId, String(read.generation))
  )
    throw new DomainError('refresh_refused');
  await limits.beforeRefresh(deps, deps.accountLimits, read.sessionId);
  const tokens = await deps.db.transaction().execute((tx) => refreshLocked(tx, deps, read));
  if (tokens === null) throw new DomainError('refresh_refused');
  return tokens;
}

async function refreshLocked(
  tx: Tx,
  deps: AccountDeps,
  refreshed: { sessionId: string; generation: number },
): Promise<Tokens | null> {
  const session = await store.lock(tx, refreshed.sessionId);
  const user = session && (await users.find(tx, session.user_id));
  if (
    session === undefined ||
    user === undefined ||
    !mayLogIn({ disabledAt: user.disabled_at, deletedAt: user.deleted_at })
  )
    return null;
  const now = deps.clock.now();
  const { generation } = session;
  const state = {
    generation,
    firstGeneration: session.first_generation,
    rotatedAt: session.rotated_at,
    expiresAt: session.expires_at,
    endsAt: session.ends_at,
    revokedAt: session.revoked_at,
  };
  switch (decideRefresh(state, refreshed.generation, now)) {
    case 'rotate':
      await store.rotate(tx, session.id, generation + 1, sessionEnds(now, session.created_at).expiresAt, now);
      return tokensOf(deps, { id: session.id, userId: user.id, generation: generation + 1 });
    case 'repeat':
      return tokensOf(deps, { id: session.id, userId: user.id, generation });
    case 'reuse':
      await store.revoke(tx, session.id, 'reuse', now);
      await audit.record(tx, deps, {
        actorId: null,
        effectiveId: user.id,
        action: 'refresh_token_reused',
        object: session.id,
      });
      deps.metrics?.refreshReused();
      deps.log.warn(
        { session: session.id, user: user.id, generation, came: refreshed.generation },
        'a used refresh token was presented again; its session was ended',
      );
      return null;
    case 'refuse':
      return null;
  }
}

/**
 * Any token of the session may end it, even an old one. The response is always empty, so the call is safe to
 * repeat.
 */
export async function logOut({ db, ...deps }: AccountDeps, token: string): Promise<Record<string, never>> {
  const read = readRefreshToken(token);
  if (
    read === null ||
    !deps.keys.isMacOf(read.proof, 'refresh-token', read.sessionId, String(read.generation))
  )
    return {};
  await db.transaction().execute(async (tx) => {
    const userId = await store.revoke(tx, read.sessionId, 'log_out', deps.clock.now());
    if (userId !== null)
      await audit.record(tx, deps, { actorId: userId, action: 'log_out', object: read.sessionId });
  });
  return {};
}
