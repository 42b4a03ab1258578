/**
 * The cart's state, in Redux's shape: actions in, states out, listeners told. A new store per page render, so that the server never
 * shares one shopper's cart with another. What the signed-in browser knows has a store of its own, loaded with it (session/api.ts).
 */
import { type CartAction, cartReducer, type CartState, initialCart } from '#web/features/cart/slice.ts';

export type State = { cart: CartState };

export type Store = {
  getState(): State;
  dispatch(action: CartAction): void;
  /** Answers the way to leave. A listener may leave while it is being told. */
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
