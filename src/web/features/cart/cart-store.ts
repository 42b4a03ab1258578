/**
 * Holds the cart of one page. Each page render creates a store, so the server never shares one shopper's cart
 * with another. The signed-in user's API data has its own store (session/api.ts).
 */
import { type CartChange, type CartState, initialCart } from './cart.ts';

export type CartStore = {
  read(): CartState;
  /** Calls the listeners unless the change returned the same object. */
  update(change: CartChange): void;
  /** Returns a function that unsubscribes. A listener may unsubscribe while it is called. */
  subscribe(listener: () => void): () => void;
};

export function createCartStore(): CartStore {
  let cart = initialCart;
  const listeners = new Set<() => void>();
  return {
    read: () => cart,
    update(change) {
      const changed = change(cart);
      if (changed === cart) return;
      cart = changed;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
