/** Links that replace the card of one subscription and do nothing else: whoever reads the emails about it holds one. */
import { cardLinkPath } from '#contract/subscriptions.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import { sha256 } from '#platform/keys.ts';
import * as links from './link-store.ts';
import { cardLinkLastsMs, isOver } from './rules.ts';
import * as store from './store.ts';

/** Only the hash is stored; an email is given the token at the moment of sending. */
export async function makeLink(db: Database | Tx, { keys, clock }: Deps, subscriptionId: string): Promise<{ id: string; path: string }> {
  const id = freshId('tok');
  const token = keys.oneTimeToken(id, null);
  const now = clock.now();
  await links.insertLink(db, { id, subscriptionId, hash: sha256(token), now, expiresAt: new Date(now.getTime() + cardLinkLastsMs) });
  return { id, path: `${cardLinkPath}?token=${token}` };
}

/** Throws `link_invalid` for one that is unknown, too old, or of a subscription that charges nothing any more. */
export async function demandLink({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<store.Subscription> {
  const id = await links.subscriptionOfLink(db, sha256(token), clock.now());
  const subscription = id === null ? null : await store.find(db, id);
  if (subscription === null || isOver(subscription.status) || subscription.customerRef === null) throw new DomainError('link_invalid');
  return subscription;
}
