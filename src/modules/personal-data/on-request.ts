/** What staff do with a customer's data because the customer asked for it: whom they mean is typed, and compared. */
import { DomainError } from '#kernel/errors.ts';
import { normaliseEmail } from '#modules/accounts/people/rules.ts';
import type { User } from '#modules/accounts/people/store.ts';

/** Throws `not_found` for whoever is no customer, and `invalid_request` where another address was typed. */
export function assertMeant(user: User | undefined, typedEmail: string): asserts user is User {
  if (user?.role !== 'customer' || user.deleted_at !== null) throw new DomainError('not_found');
  if (normaliseEmail(typedEmail) !== user.email)
    throw new DomainError('invalid_request', 'Type the email address of this customer to confirm');
}
