/** Gives the pages their store. Storage is read after hydration, so the server's HTML and the first client render agree. */
import { type ReactNode, useEffect, useState } from 'react';
import { replayEarlyClicks } from '#web/early-page.ts';
import { createStore } from '#web/store.ts';
import { keepCart } from './keep-cart.ts';
import { CartContext } from './use-cart.ts';

export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  useEffect(() => {
    const stop = keepCart(store);
    replayEarlyClicks();
    return stop;
  }, [store]);
  return <CartContext value={store}>{children}</CartContext>;
}
