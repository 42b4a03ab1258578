/**
 * Saves the cart to the server, so a lost device loses nothing and two tabs buy the same cart. One save at a
 * time across all tabs, because two parallel saves would create two carts. Only the purchase waits for a
 * save, and only briefly: two carts cost less than a lost order.
 */
import { CallError, type Client } from '#contract/client.ts';
import { createCart, updateCart } from '#contract/carts.ts';
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { toDollars } from '#kernel/money.ts';
import type { PageCode } from '#kernel/page-languages.ts';
import { alreadyInSync, type SyncFirst, inLock, runInTurn } from '#web/cross-tab-lock.ts';
import { readSharedCartId } from '#web/features/cart/cart-storage.ts';
import { type CartState, setCartId } from '#web/features/cart/cart.ts';
import { pageCode } from '#web/page-code.ts';
import { openStorage } from '#web/local-storage.ts';
import type { CartStore } from '#web/features/cart/cart-store.ts';
import * as toasts from '#web/ui/toasts.ts';
import { fromSavedCart, adoptStored } from './adopt-cart.ts';
import { fingerprintOf } from '#web/features/checkout/purchase/attempt.ts';
import type { RestorableCart } from '#web/features/cart/restore-cart.ts';
import { totalsOf } from '#web/features/checkout/summary/totals.ts';

/**
 * `completed`: the cart was paid, by this browser or another one, and must not be bought again. `failed`: the
 * outcome is unknown and a retry may work. An error is the server's rejection; a retry does not help.
 */
export type Saved = 'saved' | 'unchanged' | 'nothing' | 'completed' | 'failed' | CallError;

const lockName = 'stateside.saveCart';
/** How long another tab's save may delay this one. */
const waitMs = 1_500;

/**
 * The cart as the server stores it. Null if there is nothing worth saving: no product, or no field filled in.
 */
export function draftOf(
  { cartProducts, billingDetails, discount }: Pick<CartState, 'cartProducts' | 'billingDetails' | 'discount'>,
  language: PageCode = pageCode(),
) {
  const fields = {
    firstName: billingDetails.firstName.trim(),
    lastName: billingDetails.lastName.trim(),
    email: billingDetails.email.trim(),
    country: billingDetails.country,
    phoneNumber: billingDetails.phoneNumber.trim(),
    addressLine1: billingDetails.address.trim(),
  };
  if (cartProducts.length === 0 || Object.values(fields).every((value) => value === '')) return null;
  return {
    ...fields,
    ...mapNames(invoiceFieldNames, (name) => billingDetails[name].trim()),
    productIds: cartProducts.map(({ id }) => id),
    discountCode: discount?.code ?? null,
    language,
    cartAmount: toDollars(totalsOf(cartProducts, null).subtotalCents),
  };
}

/** `isHiding`: the page is hidden and may be frozen, so it takes no lock that other pages would wait for. */
export type SaveCart = (options?: { isHiding?: boolean }) => Promise<Saved>;

/** Creates a saver for one store. It never throws; a failed save is retried on the next occasion. */
export function cartSaver(store: CartStore, call: Client): SaveCart {
  let savedAs = '';
  // Products shown since the last save, including changes by other tabs. Products missing from the cart were
  // removed here. Products that only the server has came from another device and stay.
  let shown = new Set<string>();
  const note = () => {
    for (const { id } of store.read().cartProducts) shown.add(id);
  };
  note();
  store.subscribe(note);
  const currentCart = () => {
    const cart = store.read();
    const draft = draftOf(cart);
    const id = readSharedCartId(openStorage()) ?? cart.cartId;
    const isSaved = id !== null && fingerprintOf([id, draft]) === savedAs;
    return { id, draft, done: draft === null ? 'nothing' : isSaved ? 'unchanged' : null } as const;
  };
  const save = async (syncFirst: SyncFirst): Promise<Saved> => {
    await syncFirst(() => readSharedCartId(openStorage()) !== null);
    const { id, draft, done } = currentCart();
    if (draft === null || done !== null) return done ?? 'nothing';
    const stored = await keep(call, id, draft, [...shown]);
    shown = new Set(stored.productIds ?? draft.productIds);
    note();
    savedAs = fingerprintOf([stored.id, draft]);
    const shared = readSharedCartId(openStorage());
    // Another page created a cart without waiting, or while this page was frozen. That cart is used.
    const used = shared === null || shared === id ? stored.id : shared;
    // Products were added on another device, or the server merged the logged-in user's other cart into this
    // one.
    if (used === stored.id) {
      const added = adoptStored(store, stored, draft.productIds);
      if (added.length > 0) toasts.message(fromSavedCart(added));
    }
    if (used !== store.read().cartId) store.update(setCartId(used));
    return 'saved';
  };
  const saveInTurn = async (isHiding: boolean): Promise<Saved> => {
    const { done } = currentCart();
    if (done !== null) return done;
    return isHiding ? save(alreadyInSync) : inLock(lockName, save, { waitMs });
  };
  return ({ isHiding = false } = {}) =>
    runInTurn(lockName, () => saveInTurn(isHiding)).catch((error: unknown) => {
      savedAs = '';
      if (!(error instanceof CallError) || error.status === 0 || error.status === 429 || error.status >= 500)
        return 'failed';
      return error.code === 'cart_completed' ? 'completed' : error;
    });
}

async function keep(
  call: Client,
  id: string | null,
  body: NonNullable<ReturnType<typeof draftOf>>,
  knownProductIds: string[],
): Promise<RestorableCart> {
  if (id !== null) {
    try {
      return await call(updateCart, { params: { id }, body: { ...body, knownProductIds } });
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'cart_not_found') throw error;
    }
  }
  return call(createCart, { body });
}
