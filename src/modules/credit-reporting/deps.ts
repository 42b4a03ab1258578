/** Dependencies of reporting, and the credit bureau that the operator has configured. */
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { type BureauAccess, type CreditBureau, KeyRevoked } from '#ports/credit-bureau.ts';
import type { Connection } from './connection-store.ts';

/** Throws `bureau_unavailable` if the shop has no bureau. */
export function bureauOf({ bureau }: Pick<Deps, 'bureau'>): CreditBureau {
  if (bureau === null) throw new DomainError('bureau_unavailable');
  return bureau;
}

const placeOf = (connectionId: string): string[] => ['bureau_connection', 'key_sealed', connectionId];

export const sealKey = ({ keys }: Pick<Deps, 'keys'>, connectionId: string, key: string): string =>
  keys.seal('bureau-key', placeOf(connectionId), key);

/** No known secret decrypts the key. It is treated as revoked, and only its owner can provide a new one. */
export class KeyLost extends KeyRevoked {
  override name = 'KeyLost';
  /** The secret it was encrypted with, as named in the ciphertext. */
  readonly sealedWith: string;
  constructor(sealedWith: string) {
    super('the key cannot be opened');
    this.sealedWith = sealedWith;
  }
}

/** Throws `KeyLost`. */
export function accessOf(
  { keys }: Pick<Deps, 'keys'>,
  { id, profileId, keySealed }: Connection,
): BureauAccess {
  try {
    return { profileId, key: keys.open('bureau-key', placeOf(id), keySealed) };
  } catch {
    throw new KeyLost(keySealed.split('.')[1] ?? '');
  }
}
