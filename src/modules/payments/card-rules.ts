/**
 * Which saved cards a customer can still choose, and in which order. Pure: the wallet and the time are passed
 * in as values.
 */
import type { SavedCard, Wallet } from '#ports/card-wallet.ts';

export const hourMs = 3_600_000;

export type OwnCard = SavedCard & { isDefault: boolean };

/** A card is valid until its month has ended in every time zone. */
export function isExpired(
  { expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>,
  now: Date,
): boolean {
  const maxOffsetMs = 12 * 3_600_000;
  return now.getTime() - maxOffsetMs >= Date.UTC(expYear, expMonth, 1);
}

/**
 * The cards that can still be charged, each number once (saving a card again creates a duplicate), the
 * default first. Without a usable default, the newest card is the default.
 */
export function usableCards({ cards, defaultCardRef }: Wallet, now: Date): OwnCard[] {
  const good = cards.filter((card) => !isExpired(card, now));
  const chosen = good.find((card) => card.cardRef === defaultCardRef) ?? good[0];
  if (chosen === undefined) return [];
  const others = good.filter(
    (card, index) =>
      card.fingerprint !== chosen.fingerprint &&
      good.findIndex(({ fingerprint }) => fingerprint === card.fingerprint) === index,
  );
  return [{ ...chosen, isDefault: true }, ...others.map((card) => ({ ...card, isDefault: false }))];
}

/** More than customers need, and as many as one page of the processor's API returns. */
export const cardsAtMost = 20;

export const isBelowCardLimit = (wallet: Wallet, now: Date): boolean =>
  usableCards(wallet, now).length < cardsAtMost;

/** Each attempt can query a bank about a card, which attackers use to test stolen cards. */
export const setupsPerHour = 10;

/**
 * Seconds until another attempt is allowed, or null. `startedSetups`: the times of the attempts in the last
 * hour.
 */
export function waitForSetup(startedSetups: Date[], now: Date): number | null {
  if (startedSetups.length < setupsPerHour) return null;
  const oldest = startedSetups.map((at) => at.getTime()).toSorted((a, b) => b - a)[setupsPerHour - 1] ?? 0;
  return Math.max(1, Math.ceil((oldest + hourMs - now.getTime()) / 1_000));
}

/** Every record of the same number: after removing a card, an older record of it must not reappear. */
export const sameCard = ({ cards }: Wallet, { fingerprint, cardRef }: SavedCard): string[] => [
  ...new Set([
    cardRef,
    ...cards.filter((card) => card.fingerprint === fingerprint).map((card) => card.cardRef),
  ]),
];
