/**
 * Links that replace the card of one subscription and do nothing else. Emails about the subscription contain
 * them.
 */
import { cardLinkPath } from '#contract/subscriptions.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { sha256 } from '#platform/keys.ts';
import * as links from './link-store.ts';
import { cardLinkLastsMs, hasEnded } from './rules.ts';
import * as store from './store.ts';

/** Only the hash is stored; the token is inserted into an email on sending. */
export async function makeLink(
  db: Database | Tx,
  { keys, clock }: Deps,
  subscriptionId: string,
): Promise<{ id: string; path: string }> {
  const id = freshId('tok');
  const token = keys.oneTimeToken(id, null);
  const now = clock.now();
  await links.insertLink(db, {
    id,
    subscriptionId,
    hash: sha256(token),
    now,
    expiresAt: new Date(now.getTime() + cardLinkLastsMs),
  });
  return { id, path: `${cardLinkPath}?token=${token}` };
}

/**
 * Throws `link_invalid` for a link that is unknown, expired, or of a subscription without further charges.
 */
export async function demandLink(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<store.Subscription> {
  const id = await links.subscriptionOfLink(db, sha256(token), clock.now());
  const subscription = id === null ? null : await store.find(db, id);
  if (subscription === null || hasEnded(subscription.status) || subscription.customerRef === null)
    throw new DomainError('link_invalid');
  return subscription;
}
