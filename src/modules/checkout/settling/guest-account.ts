/** The account of a guest: created by a purchase, accessible only to the owner of its email address. */
import { freshId } from '#kernel/ids.ts';
import * as links from '#modules/accounts/links/service.ts';
import type { Purpose } from '#modules/accounts/links/rules.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import * as users from '#modules/accounts/people/store.ts';
import type * as mail from '#modules/mail/service.ts';
import type * as orders from '#modules/orders/store.ts';
import type * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';

/** The order's new owner, the email with the link to set a password, and the audit entry. */
export type GuestAccount = { userId: string; invitation: mail.EmailDraft; auditEntry: audit.AuditEntry };

/**
 * Finds or creates the account of a guest buyer. Only the owner of the mailbox can log in to it. A confirmed
 * account is left unchanged (decision 0014). Returns null when the order waits for its owner to log in. The
 * caller queues the email and records the audit entry. The user's row is locked last, after cart, order and
 * payment, so its holder never waits for an unpaid order.
 */
export async function accountFor(
  tx: Tx,
  deps: Deps,
  { billing, language }: Pick<orders.Order, 'billing' | 'language'>,
  now: Date,
): Promise<GuestAccount | null> {
  const email = normalizeEmail(billing.email);
  const details = {
    first_name: billing.firstName,
    last_name: billing.lastName,
    phone: billing.phone,
    address: billing.addressLine1,
    city: '',
    country: billing.country,
    language,
  };
  // The address is unconfirmed, so the details, password and links of a registration are discarded. Otherwise
  // a stranger who registered the address could see its owner's purchases. The new link replaces that of an
  // earlier order.
  const resetId = await users.resetUnconfirmedRegistration(tx, email, details, now);
  const id = freshId('usr');
  const isNew =
    resetId === null &&
    (await users.insert(tx, { id, email, user_name: '', password_hash: null, ...details }, now));
  // When the insert did nothing, the address is taken, or another order has just created the account.
  const userId = isNew
    ? id
    : (resetId ?? (await users.resetUnconfirmedRegistration(tx, email, details, now)));
  if (userId === null) return null;
  const inUse: Purpose[] = isNew ? [] : ['confirm_email', 'reset_password', 'set_password'];
  const unclaimed = { role: 'customer', password_hash: null, email_confirmed_at: null } as const;
  const invitation = await links.make(
    tx,
    deps,
    { id: userId, email, first_name: details.first_name, ...unclaimed },
    'set_password',
    inUse,
  );
  return {
    userId,
    invitation: { ...invitation, language },
    auditEntry: { actorId: null, action: isNew ? 'account_made' : 'registration_replaced', object: userId },
  };
}
