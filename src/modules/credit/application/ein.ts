/**
 * How an EIN is stored: encrypted with a separate key outside the database, and as a keyed hash that finds it
 * on another account.
 */
import type { Deps } from '#modules/shared/deps.ts';

type KeyDeps = Pick<Deps, 'keys'>;

const placeOf = (companyId: string): string[] => ['company', 'ein_sealed', companyId];

export type SealedEin = { ein_sealed: string; ein_index: string; ein_last4: string };

export const sealEin = ({ keys }: KeyDeps, companyId: string, ein: string): SealedEin => ({
  ein_sealed: keys.seal('ein', placeOf(companyId), ein),
  ein_index: keys.mac('ein-index', ein),
  ein_last4: ein.slice(-4),
});

export const openEin = (
  { keys }: KeyDeps,
  { id, ein_sealed: sealed }: { id: string; ein_sealed: string | null },
): string => {
  if (sealed === null) throw new Error(`company ${id} has no EIN`);
  return keys.open('ein', placeOf(id), sealed);
};

/** Returns the hash under every known key, so that an account is found after a change of the secret. */
export const indexesOf = ({ keys }: KeyDeps, ein: string): string[] => keys.macs('ein-index', ein);
