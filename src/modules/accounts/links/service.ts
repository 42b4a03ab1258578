/**
 * Links that prove that somebody reads the mails of an address: made with an email, used once, void when a newer one is made.
 * The email is stored without its token; the job that sends it fills the token in.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { accountEmail, type AccountEmailKind } from '#modules/mail/emails/account.ts';
import * as mail from '#modules/mail/service.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { sha256 } from '#platform/keys.ts';
import { lifetimeOf, type Purpose } from './rules.ts';
import * as tokens from './store.ts';
import * as users from '#modules/accounts/people/store.ts';

export type LinkDeps = Pick<Deps, 'keys' | 'clock' | 'jobs' | 'publicOrigin'>;
export type Receiver = Pick<users.User, 'id' | 'email' | 'role' | 'first_name' | 'password_hash' | 'email_confirmed_at'>;

/** Makes a token and queues its email in the caller's transaction, which must hold the lock of the person's row. */
export async function send(tx: Tx, deps: LinkDeps, user: Receiver, purpose: Purpose): Promise<void> {
  await mail.queue(tx, deps, await make(tx, deps, user, purpose, [purpose]));
}

/** The first password of somebody of our team, or the first after their access began anew. */
export async function invite(tx: Tx, deps: LinkDeps, user: Receiver): Promise<void> {
  await mail.queue(tx, deps, await make(tx, deps, user, 'set_password', ['set_password'], 'staff_invited'));
}

/**
 * Makes a token; links of the purposes `inPlaceOf` are void from then on, and of its own purpose none may work besides it. The caller queues
 * the email that is answered. `kind`: what it says, where that is not the usual of its purpose.
 */
export async function make(
  tx: Tx,
  deps: LinkDeps,
  user: Receiver,
  purpose: Purpose,
  inPlaceOf: Purpose[],
  kind: AccountEmailKind = purpose,
): Promise<mail.EmailDraft> {
  const now = deps.clock.now();
  const lifetimeMs = lifetimeOf(purpose, { role: user.role, hasPassword: user.password_hash !== null });
  const id = freshId('tok');
  const hash = sha256(deps.keys.oneTimeToken(id, null));
  await tokens.insert(tx, { id, userId: user.id, purpose, hash, expiresAt: new Date(now.getTime() + lifetimeMs) }, inPlaceOf, now);
  return draft(deps, user, kind, { tokenId: id, lifetimeMs });
}

type About = { tokenId?: string; lifetimeMs?: number; reason?: string };

/** Queues an email about an account. */
export async function write(
  tx: Tx,
  deps: Pick<LinkDeps, 'jobs' | 'clock' | 'publicOrigin'>,
  user: Receiver,
  kind: AccountEmailKind,
  about: About = {},
): Promise<void> {
  await mail.queue(tx, deps, draft(deps, user, kind, about));
}

function draft(
  { publicOrigin, clock }: Pick<LinkDeps, 'clock' | 'publicOrigin'>,
  user: Receiver,
  kind: AccountEmailKind,
  { tokenId, lifetimeMs = 0, reason }: About,
): mail.EmailDraft {
  const email = accountEmail(kind, {
    publicOrigin,
    // A name that anybody could have typed would have our email say a stranger's words to somebody who never heard of us.
    firstName: user.email_confirmed_at === null ? '' : user.first_name,
    at: clock.now(),
    lifetimeMs,
    ...(reason === undefined ? {} : { reason }),
  });
  return { kind, orderId: null, to: user.email, email, tokenId: tokenId ?? null };
}

/** The token of a link that could be used right now. Throws `link_invalid`. Looked at before dear work is done for it. */
export async function demand(db: Database, token: string, purpose: Purpose, now: Date): Promise<users.User> {
  const row = await tokens.find(db, sha256(token), purpose);
  const isUsable = row !== undefined && row.used_at === null && row.voided_at === null && now < row.expires_at;
  const user = isUsable ? await users.find(db, row.user_id) : undefined;
  if (user === undefined || user.deleted_at !== null || user.disabled_at !== null) throw new DomainError('link_invalid');
  return user;
}

/** Uses the link up and answers its person, locked. Throws `link_invalid`; of many at once exactly one gets through. */
export async function use(tx: Tx, token: string, purpose: Purpose, now: Date): Promise<users.User> {
  const hash = sha256(token);
  const row = await tokens.find(tx, hash, purpose);
  // The person before the token, here as everywhere: two that lock in different orders would wait for each other.
  const user = row === undefined ? undefined : await users.lock(tx, row.user_id);
  if (user === undefined || user.deleted_at !== null || user.disabled_at !== null) throw new DomainError('link_invalid');
  if ((await tokens.consume(tx, hash, purpose, now)) === null) throw new DomainError('link_invalid');
  return user;
}
