/** A booster as the pages know it, and what the success page is handed by the checkout as router state. */
import type { listBoosters } from '#contract/boosters.ts';
import type { Answer } from '#contract/endpoint.ts';

export type Booster = Answer<typeof listBoosters>[number];

export type BilledTo = { name: string; email: string; phone: string; addressLine1: string; country: string };

export type BoosterBought = { booster: Pick<Booster, 'title' | 'price' | 'creditLimitIncrease'>; orderId: string; billing: BilledTo };

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
 * To the success page with router state, as a new document: the processor's script does not follow the shopper. `usr` is where the router
 * keeps its state in an entry of the history, and an entry survives the load of its document.
 */
export function goOnWith(bought: BoosterBought): void {
  window.history.replaceState({ ...window.history.state, usr: bought }, '', '/booster-successful');
  window.location.reload();
}
