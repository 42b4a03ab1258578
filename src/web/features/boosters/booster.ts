/** A booster as the pages use it, and the router state that checkout passes to the success page. */
import type { NavigateFunction } from 'react-router';
import type { listBoosters } from '#contract/boosters.ts';
import type { Answer } from '#contract/endpoint.ts';
import { add, fromDollars, toDollars } from '#kernel/money.ts';

export type Booster = Answer<typeof listBoosters>[number];

export type BilledTo = { name: string; email: string; phone: string; addressLine1: string; country: string };

export type BoosterBought = {
  booster: Pick<Booster, 'title' | 'price' | 'creditLimitIncrease'>;
  orderId: string;
  billing: BilledTo;
};

/** Combines the boosters of one order: their names, the total price, and the total increase. */
export const combined = (boosters: readonly Booster[]): BoosterBought['booster'] => ({
  title: boosters.map(({ title }) => title).join(', '),
  price: toDollars(add(...boosters.map(({ price }) => fromDollars(price)))),
  creditLimitIncrease: toDollars(
    add(...boosters.map(({ creditLimitIncrease }) => fromDollars(creditLimitIncrease))),
  ),
});

/** Null for invalid state: browser history may contain anything. */
export function readBought(state: unknown): BoosterBought | null {
  const { booster, orderId, billing } = (state ?? {}) as Partial<BoosterBought>;
  const isComplete =
    typeof orderId === 'string' &&
    typeof booster?.title === 'string' &&
    Number.isFinite(booster.price) &&
    Number.isFinite(booster.creditLimitIncrease) &&
    typeof billing === 'object' &&
    billing !== null;
  return isComplete ? { booster, orderId, billing } : null;
}

/**
 * Navigates to the success page with router state. Within this document, because a new one would lose the
 * state. The processor's script stays loaded until the next page, as it does after a slow payment.
 */
export const goToSuccess = (navigate: NavigateFunction, bought: BoosterBought): void =>
  void navigate('/booster-successful', { replace: true, state: bought });
