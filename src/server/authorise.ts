/**
 * Who is asking, and whether they may. A token is believed only while its session is alive, which is looked up for every request: a
 * log-out, a new password and a closed account work at once. A token that is not good is refused on public rows too, so that a browser
 * refreshes it instead of being somebody else than it thinks.
 */
import type { Context } from 'hono';
import { DomainError } from '#kernel/errors.ts';
import { isAlive, mayLogIn } from '#modules/accounts/rules.ts';
import { findKnown } from '#modules/accounts/session-store.ts';
import { readAccessToken } from '#modules/accounts/sessions.ts';
import type { Deps } from '#platform/deps.ts';
import type { Authorise, Caller, Person } from '#platform/mount.ts';

type AuthoriseDeps = Pick<Deps, 'db' | 'clock' | 'keys'>;

/** Throws `sign_in_required`, `token_expired`, `impersonation_refused`, or `not_found` for a row that a customer should not know of. */
export const authoriser =
  (deps: AuthoriseDeps): Authorise =>
  async (context, row) => {
    const caller = await identify(deps, context);
    // Acting as somebody else needs an administrator's live grant, and nobody has one. Falling back to oneself would buy on the wrong account.
    if (context.req.header('admin-as-user') === 'true') throw new DomainError('impersonation_refused');
    if (row.access === 'public') return caller;
    if (caller.kind === 'guest') throw new DomainError('sign_in_required');
    if (row.access === 'admin' && caller.role !== 'admin') throw new DomainError('not_found');
    if (row.impersonation === 'refused' && caller.actor !== null) throw new DomainError('impersonation_refused');
    return caller;
  };

async function identify(deps: AuthoriseDeps, context: Context): Promise<Caller> {
  const header = context.req.header('authorization');
  // A proxy's own password, say, is no token of ours.
  if (header === undefined || !/^bearer\b/i.test(header)) return { kind: 'guest' };
  const person = await personOf(deps, header.replace(/^bearer\s*/i, ''));
  if (person === null) throw new DomainError('token_expired');
  return person;
}

/** Null for a token that is not ours, has expired, or whose session or account has ended. */
async function personOf({ db, ...deps }: AuthoriseDeps, token: string): Promise<Person | null> {
  const claimed = await readAccessToken(deps, token);
  const known = claimed === null ? undefined : await findKnown(db, claimed.sessionId);
  if (claimed === null || known === undefined || known.userId !== claimed.userId) return null;
  if (!isAlive(known, deps.clock.now()) || !mayLogIn(known)) return null;
  const { userId, email, role, sessionId } = known;
  return { kind: 'person', userId, email, sessionId, role, actor: null };
}
