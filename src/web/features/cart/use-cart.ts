/** The cart for components. Adding and removing show the specification's messages. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { phrase } from '#kernel/language.ts';
import { createCartStore, type CartStore } from './cart-store.ts';
import * as toasts from '#web/ui/toasts.ts';
import {
  addProduct,
  asCartProduct,
  type CartState,
  initialCart,
  type Product,
  removeProduct,
} from './cart.ts';

/** Outside the provider there is an empty cart that is not stored. */
export const CartContext = createContext<CartStore>(createCartStore());

export const useCartStore = (): CartStore => useContext(CartContext);

/**
 * Select a part that stays the same object while it is unchanged. During hydration it returns the server's
 * state.
 */
function useCartPart<T>(read: (cart: CartState) => T): T {
  const store = useCartStore();
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.read()),
    () => read(initialCart),
  );
}

export const useCart = (): CartState => useCartPart((cart) => cart);

/** For the badge; zero on the server and until storage is read. */
export const useCartCount = (): number => useCartPart(({ cartProducts }) => cartProducts.length);

export const useIsInCart = (productId: string): boolean =>
  useCartPart(({ cartProducts }) => cartProducts.some(({ id }) => id === productId));

export function useCartActions() {
  const { update } = useCartStore();
  return {
    /** A product without a price cannot be added: its card links to Contact us. */
    add: (product: Product) => {
      const chosen = asCartProduct(product);
      if (!chosen) return;
      update(addProduct(chosen));
      toasts.success(phrase('Product added to cart'));
    },
    /** Adds the products that have a price and are not in the cart yet. */
    addAll: (products: readonly Product[]) => {
      for (const product of products.flatMap((catalogProduct) => asCartProduct(catalogProduct) ?? []))
        update(addProduct(product));
      toasts.success(
        products.length === 1 ? phrase('Product added to cart') : phrase('Products added to cart'),
      );
    },
    remove: (productId: string) => {
      update(removeProduct(productId));
      toasts.success(phrase('Product removed from cart'));
    },
  };
}
