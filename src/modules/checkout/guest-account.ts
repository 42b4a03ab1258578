/**
 * The account of somebody who bought without one, in the transaction that settles the order. Whoever reads the mails of the address may
 * enter it; nobody else learns anything, and an account whose owner has confirmed the address is left alone (decision 0014).
 */
import { freshId } from '#kernel/ids.ts';
import * as links from '#modules/accounts/links/service.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import * as tokens from '#modules/accounts/links/store.ts';
import * as users from '#modules/accounts/people/store.ts';
import type { EmailDraft } from '#modules/mail/service.ts';
import type { Order } from '#modules/orders/store.ts';
import type { AuditEntry } from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';

/** Whose the order is from now on, the email with the link to a password, and what the audit log says of it. */
export type GuestAccount = { userId: string; invitation: EmailDraft; auditEntry: AuditEntry };

/**
 * Null when the order waits for its owner to log in. The caller queues the email and records the audit entry.
 * The person's row is locked last, after cart, order and payment: nobody who holds it waits for an order that is not paid yet.
 */
export async function accountFor(tx: Tx, deps: Deps, { billing }: Pick<Order, 'billing'>, now: Date): Promise<GuestAccount | null> {
  const email = normaliseEmail(billing.email);
  const details = {
    first_name: billing.firstName,
    last_name: billing.lastName,
    phone: billing.phone,
    address: billing.addressLine1,
    city: '',
    country: billing.country,
  };
  const known = await users.lockUnclaimed(tx, email);
  const id = freshId('usr');
  const isNew = known === null && (await users.insert(tx, { id, email, user_name: '', password_hash: null, ...details }, now));
  // Where nothing could be inserted, the address is taken, or somebody else's order has just made the account.
  const userId = isNew ? id : (known ?? (await users.lockUnclaimed(tx, email)));
  if (userId === null) return null;
  if (!isNew) await startAnew(tx, userId, details, now);
  const unclaimed = { role: 'customer', password_hash: null, email_confirmed_at: null } as const;
  const invitation = await links.make(tx, deps, { id: userId, email, first_name: details.first_name, ...unclaimed }, 'set_password');
  return { userId, invitation, auditEntry: { actorId: null, action: isNew ? 'account_made' : 'registration_replaced', object: userId } };
}

/**
 * Nobody has shown yet that the address is theirs, so what was typed at a registration goes, its password and its link first: a stranger
 * who registered somebody else's address must not come to see what that person buys. The link of an earlier order gives way to the new one.
 */
async function startAnew(tx: Tx, userId: string, details: users.Details, now: Date): Promise<void> {
  await tokens.voidAll(tx, userId, ['confirm_email', 'reset_password', 'set_password'], now);
  await users.startAnew(tx, userId, details, now);
}
