/** The account of a guest: opened by a purchase, entered by the reader of its address only. */
import { freshId } from '#kernel/ids.ts';
import * as links from '#modules/accounts/links/service.ts';
import type { Purpose } from '#modules/accounts/links/rules.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import type * as mail from '#modules/mail/service.ts';
import type * as orders from '#modules/orders/store.ts';
import type * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';

/** Whose the order is from now on, the email with the link to a password, and what the audit log says of it. */
export type GuestAccount = { userId: string; invitation: mail.EmailDraft; auditEntry: audit.AuditEntry };

/**
 * The account of somebody who bought without one. Whoever reads the mails of the address may enter it; nobody else learns anything, and an account
 * whose owner has confirmed the address is left alone (decision 0014). Null when the order waits for its owner to log in. The caller queues the email and records the audit entry.
 * The person's row is locked last, after cart, order and payment: nobody who holds it waits for an order that is not paid yet.
 */
export async function accountFor(
  tx: Tx,
  deps: Deps,
  { billing, language }: Pick<orders.Order, 'billing' | 'language'>,
  now: Date,
): Promise<GuestAccount | null> {
  const email = normaliseEmail(billing.email);
  const details = {
    first_name: billing.firstName,
    last_name: billing.lastName,
    phone: billing.phone,
    address: billing.addressLine1,
    city: '',
    country: billing.country,
    language,
  };
  // Nobody has shown yet that the address is theirs, so what was typed at a registration goes, its password and its links: a stranger who
  // registered somebody else's address must not come to see what that person buys. The link of an earlier order gives way to the new one.
  const known = await users.startUnclaimedAnew(tx, email, details, now);
  const id = freshId('usr');
  const isNew = known === null && (await users.insert(tx, { id, email, user_name: '', password_hash: null, ...details }, now));
  // Where nothing could be inserted, the address is taken, or somebody else's order has just made the account.
  const userId = isNew ? id : (known ?? (await users.startUnclaimedAnew(tx, email, details, now)));
  if (userId === null) return null;
  const inUse: Purpose[] = isNew ? [] : ['confirm_email', 'reset_password', 'set_password'];
  const unclaimed = { role: 'customer', password_hash: null, email_confirmed_at: null } as const;
  const invitation = await links.make(tx, deps, { id: userId, email, first_name: details.first_name, ...unclaimed }, 'set_password', inUse);
  return {
    userId,
    invitation: { ...invitation, language },
    auditEntry: { actorId: null, action: isNew ? 'account_made' : 'registration_replaced', object: userId },
  };
}
