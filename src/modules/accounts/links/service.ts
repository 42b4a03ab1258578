/**
 * Links that prove access to a mailbox: created with an email, usable once, void when a newer one is created.
 * The email is stored without its token; the job that sends it fills the token in.
 */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { accountEmail, type AccountEmailKind } from '#modules/mail/emails/account.ts';
import { type SenderDeps, senderOf } from '#modules/mail/sender.ts';
import * as mail from '#modules/mail/service.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sha256 } from '#platform/keys.ts';
import { lifetimeOf, type Purpose } from './rules.ts';
import * as tokens from './store.ts';
import * as users from '#modules/accounts/people/store.ts';

export type LinkDeps = SenderDeps & Pick<Deps, 'keys' | 'clock' | 'jobs'>;
export type Receiver = Pick<
  users.User,
  'id' | 'email' | 'role' | 'first_name' | 'password_hash' | 'email_confirmed_at'
>;

/**
 * Creates a token and queues its email in the caller's transaction, which must hold the lock on the user's
 * row.
 */
export async function send(tx: Tx, deps: LinkDeps, user: Receiver, purpose: Purpose): Promise<void> {
  await mail.queue(tx, deps, await make(tx, deps, user, purpose, [purpose]));
}

/** Invites a team member to set their first password, or the first one after their access was reset. */
export async function invite(tx: Tx, deps: LinkDeps, user: Receiver): Promise<void> {
  await mail.queue(tx, deps, await make(tx, deps, user, 'set_password', ['set_password'], 'staff_invited'));
}

/**
 * Creates a token and voids the links of the purposes `inPlaceOf`. `inPlaceOf` must contain `purpose` unless
 * no link of it is usable. The caller queues the returned email. `kind` overrides the default email of the
 * purpose.
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
  await tokens.insert(
    tx,
    { id, userId: user.id, purpose, hash, expiresAt: new Date(now.getTime() + lifetimeMs) },
    inPlaceOf,
    now,
  );
  return draft(deps, user, kind, { tokenId: id, lifetimeMs });
}

type About = { tokenId?: string; lifetimeMs?: number; reason?: string };

/** Queues an email about an account. */
export async function write(
  tx: Tx,
  deps: Omit<LinkDeps, 'keys'>,
  user: Receiver,
  kind: AccountEmailKind,
  about: About = {},
): Promise<void> {
  await mail.queue(tx, deps, draft(deps, user, kind, about));
}

function draft(
  deps: Omit<LinkDeps, 'keys' | 'jobs'>,
  user: Receiver,
  kind: AccountEmailKind,
  { tokenId, lifetimeMs = 0, reason }: About,
): mail.EmailDraft {
  const email = accountEmail(kind, {
    ...senderOf(deps),
    // Omit the name of an unconfirmed account: it could carry a stranger's message in our email to an
    // unrelated address.
    firstName: user.email_confirmed_at === null ? '' : user.first_name,
    at: deps.clock.now(),
    lifetimeMs,
    ...(reason === undefined ? {} : { reason }),
  });
  return { kind, orderId: null, to: user.email, email, tokenId: tokenId ?? null };
}

/**
 * Returns the user of a link that is usable right now. Throws `link_invalid`. Run it before expensive work.
 */
export async function demand(db: Database, token: string, purpose: Purpose, now: Date): Promise<users.User> {
  const row = await tokens.find(db, sha256(token), purpose);
  const isUsable =
    row !== undefined && row.used_at === null && row.voided_at === null && now < row.expires_at;
  const user = isUsable ? await users.find(db, row.user_id) : undefined;
  if (user === undefined || user.deleted_at !== null || user.disabled_at !== null)
    throw new DomainError('link_invalid');
  return user;
}

/**
 * Consumes the link and returns its user, locked. Throws `link_invalid`; of concurrent calls exactly one
 * succeeds.
 */
export async function use(tx: Tx, token: string, purpose: Purpose, now: Date): Promise<users.User> {
  const hash = sha256(token);
  const row = await tokens.find(tx, hash, purpose);
  // Lock the user before the token, as everywhere; a different order could deadlock.
  const user = row === undefined ? undefined : await users.lock(tx, row.user_id);
  if (user === undefined || user.deleted_at !== null || user.disabled_at !== null)
    throw new DomainError('link_invalid');
  if ((await tokens.consume(tx, hash, purpose, now)) === null) throw new DomainError('link_invalid');
  return user;
}
