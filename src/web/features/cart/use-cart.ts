/** The cart for components. Adding and removing tell the shopper in the specification's words. */
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { State, Store } from '#web/store.ts';
import * as toasts from '#web/ui/toasts.ts';
import { addProduct, asCartProduct, type Product, removeProduct } from './slice.ts';

export const useCart = () => useSelector(({ cart }: State) => cart);

/** For the badge; zero on the server and until storage was read. */
export const useCartCount = (): number => useSelector(({ cart }: State) => cart.cartProducts.length);

export const useIsInCart = (productId: string): boolean =>
  useSelector(({ cart }: State) => cart.cartProducts.some(({ id }) => id === productId));

export const useCartStore = (): Store => useStore<State>() as Store;

export function useCartActions() {
  const dispatch = useDispatch();
  return {
    /** A product without a price cannot be added: its card leads to Contact us. */
    add: (product: Product) => {
      const chosen = asCartProduct(product);
      if (!chosen) return;
      dispatch(addProduct(chosen));
      toasts.success('Product added to cart');
    },
    remove: (productId: string) => {
      dispatch(removeProduct(productId));
      toasts.success('Product removed from cart');
    },
  };
}
