/** The browser's state. A new store per page render, so that the server never shares one shopper's cart with another. */
import { configureStore } from '@reduxjs/toolkit';
import { cartSlice } from '#web/features/cart/slice.ts';

export const createStore = () => configureStore({ reducer: { cart: cartSlice.reducer }, devTools: false });

export type Store = ReturnType<typeof createStore>;
export type State = ReturnType<Store['getState']>;
