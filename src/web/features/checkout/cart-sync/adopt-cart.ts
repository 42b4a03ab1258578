/**
 * What somebody who is logged in brings to checkout: the cart that they were filling, maybe on another device, and their details.
 * Nothing that is in this browser's cart or form is lost by it.
 */
import { phrase } from '#kernel/language.ts';
import { once } from '#kernel/once.ts';
import type { CurrentUser } from '#web/session/api.ts';
import {
  type BillingDraft,
  type CartState,
  maxCartProducts,
  replaceProducts,
  setBillingDetails,
  setCartId,
} from '#web/features/cart/slice.ts';
import type { Store } from '#web/store.ts';
import { countryCode } from '#web/ui/fields/countries.ts';
import { isUsedUp, type RestorableCart, restored } from '#web/features/cart/restore-cart.ts';

export type Adopted = {
  /** Names of the products that came from the other cart. */
  added: string[];
  /** The other cart's code, where this one has none. */
  discountCode: string | null;
};

const list = once(() => new Intl.ListFormat('en'));

/** Tells what was added to a cart that its owner had not filled here. */
export const fromSavedCart = (names: string[]): string => phrase('From your saved cart: {names}', { names: list().format(names) });

export const nothingAdopted: Adopted = { added: [], discountCode: null };

/** Products that the server has put into this cart: their names, for telling the shopper. `sent`: what the server was told of it. */
export function takeIn(store: Store, stored: RestorableCart, sent: string[] = []): string[] {
  const { cartProducts } = store.getState().cart;
  const isHere = new Set(cartProducts.map(({ id }) => id));
  const added = restored(stored)
    .products.filter(({ id }) => !isHere.has(id) && !sent.includes(id))
    .slice(0, maxCartProducts - cartProducts.length);
  if (added.length > 0) store.dispatch(replaceProducts([...cartProducts, ...added]));
  return added.map(({ name }) => name);
}

/**
 * Takes over the pending cart of the person. A cart that this browser knows by its id is left as it is: what was taken out of it here
 * must not come back. Of two different carts the products are put together, and the person's own goes on.
 */
export function adoptPendingCart(store: Store, { cart: pending }: Pick<CurrentUser, 'cart'>): Adopted {
  const { cart } = store.getState();
  if (pending === null || isUsedUp(pending) || pending.id === cart.cartId) return nothingAdopted;
  const { billing, discountCode } = restored(pending);
  store.dispatch(setCartId(pending.id));
  const added = takeIn(store, pending);
  store.dispatch(setBillingDetails(filled(cart.billingDetails, billing)));
  return { added, discountCode: cart.discount === null ? discountCode : null };
}

/** What is empty in the form comes from the profile. */
export function prefill(store: Store, user: CurrentUser): void {
  const { billingDetails } = store.getState().cart;
  store.dispatch(setBillingDetails(filled(billingDetails, billingOf(user))));
}

export const billingOf = (user: CurrentUser): BillingDraft => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  confirmEmail: user.email,
  phoneNumber: user.phone,
  address: [user.address, user.city].filter(Boolean).join(', '),
  country: countryCode(user.country),
  company: '',
  taxNumber: '',
});

/** An address and its repetition belong together: half of one and half of the other would be a mistake to hunt for. */
function filled(typed: BillingDraft, known: CartState['billingDetails']): BillingDraft {
  const emails = typed.email === '' ? { email: known.email, confirmEmail: known.confirmEmail } : {};
  const rest = Object.entries(typed).map(([name, text]) => [name, text || known[name as keyof BillingDraft]]);
  return { ...(Object.fromEntries(rest) as BillingDraft), confirmEmail: typed.confirmEmail, ...emails };
}
