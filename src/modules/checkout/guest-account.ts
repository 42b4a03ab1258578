/**
 * The account of somebody who bought without one, in the transaction that settles the order. Whoever reads the mails of the address may
 * enter it; nobody else learns anything, and an account whose owner has confirmed the address is left alone (decision 0014).
 */
import { freshId } from '#kernel/ids.ts';
import * as links from '#modules/accounts/links.ts';
import { normaliseEmail } from '#modules/accounts/rules.ts';
import * as tokens from '#modules/accounts/token-store.ts';
import * as users from '#modules/accounts/user-store.ts';
import type { Order } from '#modules/orders/store.ts';
import * as audit from '#platform/audit.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';

/**
 * Answers whose the order is from now on; null when it waits for its owner to log in. Sends the letter with the link to a password.
 * The person's row is locked last, after cart, order and payment: nobody who holds it waits for an order that is not paid yet.
 */
export async function accountFor(tx: Tx, deps: Deps, { billing }: Pick<Order, 'billing'>, now: Date): Promise<string | null> {
  const email = normaliseEmail(billing.email);
  const details = {
    first_name: billing.firstName,
    last_name: billing.lastName,
    phone: billing.phone,
    address: billing.addressLine1,
    city: '',
    country: billing.country,
  };
  const known = await users.findByEmail(tx, email);
  if (known !== undefined && isTaken(known)) return null;
  const id = freshId('usr');
  const isNew = known === undefined && (await users.insert(tx, { id, email, user_name: '', password_hash: null, ...details }, now));
  const userId = isNew ? id : ((await lockUnclaimed(tx, email))?.id ?? null);
  if (userId === null) return null;
  if (!isNew) await startAnew(tx, userId, details, now);
  const unclaimed = { role: 'customer', password_hash: null, email_confirmed_at: null } as const;
  await links.send(tx, deps, { id: userId, email, first_name: details.first_name, ...unclaimed }, 'set_password');
  await audit.record(tx, deps, { actorId: null, action: isNew ? 'account_made' : 'registration_replaced', object: userId });
  return userId;
}

/** An administrator's account never becomes a customer's, confirmed or not. */
const isTaken = (user: users.User): boolean => user.email_confirmed_at !== null || user.disabled_at !== null || user.role === 'admin';

async function lockUnclaimed(tx: Tx, email: string): Promise<users.User | null> {
  const user = await users.lockByEmail(tx, email);
  return user === undefined || isTaken(user) ? null : user;
}

/**
 * Nobody has shown yet that the address is theirs, so what was typed at a registration goes, its password and its link first: a stranger
 * who registered somebody else's address must not come to see what that person buys.
 */
async function startAnew(tx: Tx, userId: string, details: users.Details, now: Date): Promise<void> {
  await tokens.voidAll(tx, userId, ['confirm_email', 'reset_password'], now);
  await users.startAnew(tx, userId, details, now);
}
