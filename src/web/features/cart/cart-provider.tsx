/** Gives the pages their store. Storage is read after hydration, so the server's HTML and the first client render agree. */
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { plainPath } from '#kernel/page-languages.ts';
import { replayEarlyClicks } from '#web/early-page.ts';
import { createStore } from '#web/store.ts';
import { keepCart } from './store-cart.ts';
import { CartContext } from './use-cart.ts';

/** These pages ask themselves how the purchase stands, and say so. */
const checksItself = new Set(['/checkout', '/payment-successful', '/payment/success']);

export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createStore);
  useEffect(() => {
    const stop = keepCart(store);
    replayEarlyClicks();
    return stop;
  }, [store]);
  const { pathname } = useLocation();
  useEffect(() => {
    const { purchase } = store.getState().cart;
    if (purchase === null || purchase.isPaid || purchase.orderId === null || checksItself.has(plainPath(pathname))) return;
    import('./settle-purchase.ts').then(({ settlePurchase }) => settlePurchase(store)).catch(() => undefined);
  }, [store, pathname]);
  return <CartContext value={store}>{children}</CartContext>;
}
