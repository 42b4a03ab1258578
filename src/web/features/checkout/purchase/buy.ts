/**
 * Buys the cart: save the cart, place the order under the attempt's key, and pay it (`pay.ts`). Every step
 * may be repeated; only the server's `paid` is success.
 */
import { phrase } from '#kernel/language.ts';
import { CallError } from '#contract/client.ts';
import { createAndPurchase, purchase as purchaseRow } from '#contract/checkout.ts';
import { asTempProduct, noteOrder, setCartId, setPurchase } from '#web/features/cart/cart.ts';
import type { SaveCart } from '#web/features/checkout/cart-sync/save-cart.ts';
import { toRequestFields } from '#web/features/checkout/payment/payment-method-choice.ts';
import { withRenewals } from '#web/features/checkout/summary/totals.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import { afterDecline, attemptFor } from './attempt.ts';
import { contentOf } from './content.ts';
import { type Outcome, outcomeOfRefusal } from './outcome.ts';
import { pay, type Paying, type PurchaseAnswer, repeated } from './pay.ts';
import { wait } from './payment-status.ts';

export type Buying = Pick<
  Paying,
  'call' | 'paymentMethod' | 'billing' | 'signal' | 'onStage' | 'placeForMs'
> & {
  store: CartStore;
  saveCart: SaveCart;
  /**
   * True for a logged-in user, who buys under their own account with a saved or new card. Guests otherwise.
   */
  isPerson: boolean;
  /** The language of the page. */
  language: string;
};

/** A slow save may delay a purchase by 8 s. */
const saveForMs = 8_000;
const saveRetryDelaysMs = [800, 2_500];
const notSaved = phrase('We could not save your cart, so no order was placed. Please try again in a moment');

export const buy = (buying: Buying): Promise<Outcome> =>
  pay({
    ...buying,
    successPage: '/payment-successful',
    place: async (timeUp) => (await keepCart(buying)) ?? (await place(buying, timeUp)),
    onCardDeclined: () => {
      const { purchase } = buying.store.read();
      if (purchase !== null) buying.store.update(setPurchase(afterDecline(purchase)));
    },
  });

/**
 * Saving the cart may add products from the user's saved cart that were not on screen. They are not charged
 * without confirmation.
 */
const moreThanSeen: Outcome = {
  kind: 'prices_changed',
  message: phrase('We added the items you saved earlier to your cart.'),
};

/**
 * Only a saved cart lets the server detect that two tabs buy the same items, so an order needs one. An
 * earlier save is enough: the purchase names the cart and carries its own content.
 */
async function keepCart({ store, saveCart }: Buying): Promise<Outcome | null> {
  const seen = idsIn(store);
  const timeout = wait(saveForMs).then(() => 'late' as const);
  let saved = await Promise.race([saveCart(), timeout]);
  for (const pauseMs of saveRetryDelaysMs) {
    if (saved !== 'failed' || store.read().cartId !== null) break;
    await wait(pauseMs);
    saved = await Promise.race([saveCart(), timeout]);
  }
  if (saved === 'completed') return { kind: 'already_paid' };
  if (saved instanceof CallError) return outcomeOfRefusal(saved);
  if (store.read().cartId === null) return { kind: 'refused', message: notSaved };
  return idsIn(store).length > seen.length ? moreThanSeen : null;
}

const idsIn = (store: CartStore): string =>
  store
    .read()
    .cartProducts.map(({ id }) => id)
    .join(' ');

/** Places the order under the attempt's key and records it, so a reload or another tab finds it. */
async function place(buying: Buying, timeUp: AbortSignal): Promise<PurchaseAnswer | Outcome> {
  const { call, store, billing, isPerson, language, paymentMethod } = buying;
  const send = async (): Promise<PurchaseAnswer> => {
    const cart = store.read();
    const content = { ...contentOf(cart, billing), language };
    const attempt = attemptFor(
      cart.purchase,
      paymentMethod.onCredit ? { ...content, onCredit: true } : content,
    );
    store.update(setPurchase(attempt));
    const headers = { 'idempotency-key': attempt.key };
    const answer = await repeated(
      () =>
        isPerson
          ? call(purchaseRow, { headers, body: { ...content, ...toRequestFields(paymentMethod) } })
          : call(createAndPurchase, { headers, body: content }),
      timeUp,
    );
    const { orderId } = answer;
    store.update(
      noteOrder({
        orderId,
        products: withRenewals(cart.cartProducts, cart.discount).map(asTempProduct),
        discountCode: content.discountCode ?? null,
      }),
    );
    store.update(setPurchase({ ...attempt, orderId }));
    return answer;
  };
  return send().catch(async (error: unknown) => {
    const code = (error as { code?: string }).code;
    // The server lost the cart or used the key for other content: restart once.
    if (code === 'cart_not_found') store.update(setCartId(null));
    else if (code === 'idempotency_mismatch') store.update(setPurchase(null));
    else throw error;
    return (await keepCart(buying)) ?? send();
  });
}
