/** A booster as the pages know it, and what the success page is handed by the checkout as router state. */
import type { NavigateFunction } from 'react-router';
import type { listBoosters } from '#contract/boosters.ts';
import type { Answer } from '#contract/endpoint.ts';
import { add, fromDollars, toDollars } from '#kernel/money.ts';

export type Booster = Answer<typeof listBoosters>[number];

export type BilledTo = { name: string; email: string; phone: string; addressLine1: string; country: string };

export type BoosterBought = { booster: Pick<Booster, 'title' | 'price' | 'creditLimitIncrease'>; orderId: string; billing: BilledTo };

/** Several of one order, as one: their names, and what they cost and raise together. */
export const together = (boosters: readonly Booster[]): BoosterBought['booster'] => ({
  title: boosters.map(({ title }) => title).join(', '),
  price: toDollars(add(...boosters.map(({ price }) => fromDollars(price)))),
  creditLimitIncrease: toDollars(add(...boosters.map(({ creditLimitIncrease }) => fromDollars(creditLimitIncrease)))),
});

/** Null for what is no such state: a browser's history may hold anything. */
export function boughtIn(state: unknown): BoosterBought | null {
  const { booster, orderId, billing } = (state ?? {}) as Partial<BoosterBought>;
  const isWhole =
    typeof orderId === 'string' &&
    typeof booster?.title === 'string' &&
    Number.isFinite(booster.price) &&
    Number.isFinite(booster.creditLimitIncrease) &&
    typeof billing === 'object' &&
    billing !== null;
  return isWhole ? { booster, orderId, billing } : null;
}

/**
 * To the success page with router state, within this document: a new one would not know the state. The processor's script stays until the
 * next page, as it does where a payment takes long.
 */
export const goOnWith = (navigate: NavigateFunction, bought: BoosterBought): void =>
  void navigate('/booster-successful', { replace: true, state: bought });
