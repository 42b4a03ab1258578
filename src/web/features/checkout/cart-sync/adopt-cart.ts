/**
 * Merges a logged-in user's saved cart and details into checkout. The cart may come from another device.
 * Nothing in this browser's cart or form is lost.
 */
import { phrase } from '#kernel/language.ts';
import { once } from '#kernel/once.ts';
import type { CurrentUser } from '#web/session/api.ts';
import {
  type BillingDraft,
  type CartState,
  emptyBilling,
  maxCartProducts,
  replaceProducts,
  setBillingDetails,
  setCartId,
} from '#web/features/cart/cart.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import { countryCode } from '#web/ui/fields/countries.ts';
import { isUsedUp, type RestorableCart, restored } from '#web/features/cart/restore-cart.ts';

export type Adopted = {
  /** Names of the products that came from the other cart. */
  added: string[];
  /** The other cart's code, if this one has none. */
  discountCode: string | null;
};

const list = once(() => new Intl.ListFormat('en'));

/** Names the products that were added from the user's saved cart. */
export const fromSavedCart = (names: string[]): string =>
  phrase('From your saved cart: {names}', { names: list().format(names) });

export const nothingAdopted: Adopted = { added: [], discountCode: null };

/**
 * Adds the products that the server put into this cart. Returns their names for a message. `sent`: the
 * product ids that this browser sent.
 */
export function adoptStored(store: CartStore, stored: RestorableCart, sent: string[] = []): string[] {
  const { cartProducts } = store.read();
  const isHere = new Set(cartProducts.map(({ id }) => id));
  const added = restored(stored)
    .products.filter(({ id }) => !isHere.has(id) && !sent.includes(id))
    .slice(0, maxCartProducts - cartProducts.length);
  if (added.length > 0) store.update(replaceProducts([...cartProducts, ...added]));
  return added.map(({ name }) => name);
}

/**
 * Takes over the user's pending cart. A cart with the id that this browser knows is left alone, so removed
 * products do not come back. Two different carts are merged, and the user's cart id is used from then on.
 */
export function adoptPendingCart(store: CartStore, { cart: pending }: Pick<CurrentUser, 'cart'>): Adopted {
  const cart = store.read();
  if (pending === null || isUsedUp(pending) || pending.id === cart.cartId) return nothingAdopted;
  const { billing, discountCode } = restored(pending);
  store.update(setCartId(pending.id));
  const added = adoptStored(store, pending);
  store.update(setBillingDetails(filled(cart.billingDetails, billing)));
  return { added, discountCode: cart.discount === null ? discountCode : null };
}

/** Fills empty form fields from the profile. */
export function prefill(store: CartStore, user: CurrentUser): void {
  const { billingDetails } = store.read();
  store.update(setBillingDetails(filled(billingDetails, billingOf(user))));
}

export const billingOf = (user: CurrentUser): BillingDraft => ({
  ...emptyBilling,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  confirmEmail: user.email,
  phoneNumber: user.phone,
  address: [user.address, user.city].filter(Boolean).join(', '),
  country: countryCode(user.country),
});

/** The email address and its confirmation are filled in together: from two sources they might differ. */
function filled(typed: BillingDraft, stored: CartState['billingDetails']): BillingDraft {
  const emails = typed.email === '' ? { email: stored.email, confirmEmail: stored.confirmEmail } : {};
  const rest = Object.entries(typed).map(([name, text]) => [
    name,
    text || stored[name as keyof BillingDraft],
  ]);
  return { ...(Object.fromEntries(rest) as BillingDraft), confirmEmail: typed.confirmEmail, ...emails };
}
