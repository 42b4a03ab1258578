/** The logged-in buyer: details, saved cards, and credit. Loaded only for logged-in users. */
import { phrase } from '#kernel/language.ts';
import { CallError } from '#contract/client.ts';
import { listPaymentMethods } from '#contract/cards.ts';
import { readCreditAccount } from '#contract/credit.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import type { SavedCard } from '#web/features/cards/cards-api.ts';
import { api, apiStore, type CurrentUser } from '#web/session/api.ts';
import { call } from '#web/session/call.ts';

export type Buyer = { user: CurrentUser; cards: SavedCard[]; credit: Credit };

/**
 * `null`: no available credit. If the account status could not be read, the purchase call detects a freeze.
 */
export type Credit = { availableCents: Cents; isFrozen: boolean } | null;

/** `notice` says what could not be loaded. Without saved details the buyer can still type them. */
export type ReadBuyer = { buyer: Buyer | null; notice: string | null };

async function readCredit({ userCredits: { availableCredit } }: CurrentUser): Promise<Credit> {
  if (availableCredit <= 0) return null;
  const isFrozen = await call(readCreditAccount)
    .then(({ frozen }) => frozen !== null)
    .catch(() => false);
  return { availableCents: fromDollars(availableCredit), isFrozen };
}

export async function readBuyer(): Promise<ReadBuyer> {
  const asking = apiStore.dispatch(api.endpoints.me.initiate());
  const [{ data: user, error }, cards] = await Promise.all([
    asking,
    call(listPaymentMethods).catch((refusal: unknown) =>
      refusal instanceof CallError ? refusal : new CallError(500, 'unknown', ''),
    ),
  ]);
  asking.unsubscribe();
  if (user === undefined) {
    const hasSessionEnded = error !== undefined && 'status' in error && error.status === 401;
    return {
      buyer: null,
      notice: hasSessionEnded
        ? sessionEnded
        : phrase('We could not load your details. You can enter them here.'),
    };
  }
  const credit = await readCredit(user);
  if (cards instanceof CallError)
    return {
      buyer: { user, cards: [], credit },
      notice: phrase('We could not load your saved cards. You can enter a card.'),
    };
  return { buyer: { user, cards, credit }, notice: null };
}

export const sessionEnded = phrase(
  'Your session has ended. Your cart is still here, and you can buy as a guest.',
);
