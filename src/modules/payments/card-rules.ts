/** Which saved cards a person may still choose, and which comes first. Pure: the wallet and the moment come in as values. */
import type { SavedCard, Wallet } from '#ports/card-wallet.ts';

export const hourMs = 3_600_000;

export type OwnCard = SavedCard & { isDefault: boolean };

/** A card is good until the end of its month, wherever on earth that month ends last. */
export function isExpired({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>, now: Date): boolean {
  const behind = 12 * 3_600_000;
  return now.getTime() - behind >= Date.UTC(expYear, expMonth, 1);
}

/**
 * The cards that can be used later, each number once (saving a card again makes a second record of it), the default first.
 * Where the person has chosen none, or the chosen one is of no use any more, it is the newest.
 */
export function usableCards({ cards, defaultCardRef }: Wallet, now: Date): OwnCard[] {
  const good = cards.filter((card) => !isExpired(card, now));
  const chosen = good.find((card) => card.cardRef === defaultCardRef) ?? good[0];
  if (chosen === undefined) return [];
  const others = good.filter(
    (card, index) =>
      card.fingerprint !== chosen.fingerprint && good.findIndex(({ fingerprint }) => fingerprint === card.fingerprint) === index,
  );
  return [{ ...chosen, isDefault: true }, ...others.map((card) => ({ ...card, isDefault: false }))];
}

/** More than anybody needs, and as many as every page of the processor shows. */
export const cardsAtMost = 20;

export const hasRoom = (wallet: Wallet, now: Date): boolean => usableCards(wallet, now).length < cardsAtMost;

/** Each try lets the bank be asked about a card, which is how stolen ones are tried out. */
export const setupsPerHour = 10;

/** Seconds until there is room for another try, or null where there is. `begun`: the moments of the last hour's tries. */
export function waitForSetup(begun: Date[], now: Date): number | null {
  if (begun.length < setupsPerHour) return null;
  const oldest = begun.map((at) => at.getTime()).toSorted((one, other) => other - one)[setupsPerHour - 1] ?? 0;
  return Math.max(1, Math.ceil((oldest + hourMs - now.getTime()) / 1_000));
}

/** Every record of the same number: removing a card must not bring an older record of it to light. */
export const sameCard = ({ cards }: Wallet, { fingerprint, cardRef }: SavedCard): string[] => [
  ...new Set([cardRef, ...cards.filter((card) => card.fingerprint === fingerprint).map((card) => card.cardRef)]),
];
