/** What reporting needs of a service, with the bureau that an operator has set up. */
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#platform/deps.ts';
import type { BureauAccess, CreditBureau } from '#ports/credit-bureau.ts';
import type { Connection } from './connection-store.ts';

/** Throws `bureau_unavailable` in a shop without one. */
export function bureauOf({ bureau }: Pick<Deps, 'bureau'>): CreditBureau {
  if (bureau === null) throw new DomainError('bureau_unavailable');
  return bureau;
}

const placeOf = (connectionId: string): string[] => ['bureau_connection', 'key_sealed', connectionId];

export const sealKey = ({ keys }: Pick<Deps, 'keys'>, connectionId: string, key: string): string =>
  keys.seal('bureau-key', placeOf(connectionId), key);

export const accessOf = ({ keys }: Pick<Deps, 'keys'>, { id, profileId, keySealed }: Connection): BureauAccess => ({
  profileId,
  key: keys.open('bureau-key', placeOf(id), keySealed),
});
