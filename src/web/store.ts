/**
 * The cart store, in Redux's shape: actions, state, and listeners. Each page render creates a store, so the
 * server never shares one shopper's cart with another. The signed-in user's API data has its own store
 * (session/api.ts).
 */
import { type CartAction, cartReducer, type CartState, initialCart } from '#web/features/cart/slice.ts';

export type State = { cart: CartState };

export type Store = {
  getState(): State;
  dispatch(action: CartAction): void;
  /** Returns a function that unsubscribes. A listener may unsubscribe while it is called. */
  subscribe(listener: () => void): () => void;
};

export function createStore(): Store {
  let state: State = { cart: initialCart };
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    dispatch: (action) => {
      const cart = cartReducer(state.cart, action);
      if (cart === state.cart) return;
      state = { cart };
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
