/** What reporting needs of a service, with the bureau that an operator has set up. */
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#platform/deps.ts';
import { type BureauAccess, type CreditBureau, KeyRevoked } from '#ports/credit-bureau.ts';
import type { Connection } from './connection-store.ts';

/** Throws `bureau_unavailable` in a shop without one. */
export function bureauOf({ bureau }: Pick<Deps, 'bureau'>): CreditBureau {
  if (bureau === null) throw new DomainError('bureau_unavailable');
  return bureau;
}

const placeOf = (connectionId: string): string[] => ['bureau_connection', 'key_sealed', connectionId];

export const sealKey = ({ keys }: Pick<Deps, 'keys'>, connectionId: string, key: string): string =>
  keys.seal('bureau-key', placeOf(connectionId), key);

/** None of the secrets that are known has sealed the key: it is as good as taken back, and only its owner can bring another one. */
export class KeyLost extends KeyRevoked {
  override name = 'KeyLost';
  /** Which secret it was, as the sealed text names it. */
  readonly sealedWith: string;
  constructor(sealedWith: string) {
    super('the key cannot be opened');
    this.sealedWith = sealedWith;
  }
}

/** Throws `KeyLost`. */
export function accessOf({ keys }: Pick<Deps, 'keys'>, { id, profileId, keySealed }: Connection): BureauAccess {
  try {
    return { profileId, key: keys.open('bureau-key', placeOf(id), keySealed) };
  } catch {
    throw new KeyLost(keySealed.split('.')[1] ?? '');
  }
}
