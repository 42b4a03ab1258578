/**
 * Staff actions on a customer's data at the customer's request. Staff type the customer's address as
 * confirmation.
 */
import { DomainError } from '#kernel/errors.ts';
import { normalizeEmail } from '#modules/accounts/people/rules.ts';
import type { User } from '#modules/accounts/people/store.ts';

/**
 * Throws `not_found` unless the account is a customer's, and `invalid_request` when the typed address
 * differs.
 */
export function assertAddressTyped(user: User | undefined, typedEmail: string): asserts user is User {
  if (user?.role !== 'customer' || user.deleted_at !== null) throw new DomainError('not_found');
  if (normalizeEmail(typedEmail) !== user.email)
    throw new DomainError('invalid_request', 'Type the customer’s email address to confirm');
}
