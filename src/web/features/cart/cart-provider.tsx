/**
 * Provides the cart store to the pages. Storage is read after hydration, so the server's HTML and the first
 * client render match.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { plainPath } from '#kernel/page-languages.ts';
import { replayEarlyClicks } from '#web/early-page.ts';
import { openStorage, readItem } from '#web/local-storage.ts';
import { current } from '#web/session/session.ts';
import { createCartStore } from './cart-store.ts';
import { keepCart } from './cart-storage.ts';
import { cartKey } from './stored-cart.ts';
import { CartContext } from './use-cart.ts';

/** These pages request the cart or the purchase themselves. */
const pathsWithOwnCheck = new Set(['/checkout', '/payment-successful', '/payment/success']);

export function CartProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createCartStore);
  useEffect(() => {
    const isLost = readItem(openStorage(), cartKey) === null;
    const stop = keepCart(store);
    replayEarlyClicks();
    const readsCart = !pathsWithOwnCheck.has(plainPath(window.location.pathname));
    // A logged-in user's cart is loaded with the account menu (shell/account-menu.tsx).
    if (readsCart && store.read().cartId !== null && current().kind !== 'person')
      import('./restore-stored.ts')
        .then(({ restoreStored }) => restoreStored(store, { isLost }))
        .catch(() => undefined);
    return stop;
  }, [store]);
  const { pathname } = useLocation();
  useEffect(() => {
    const { purchase } = store.read();
    if (
      purchase === null ||
      purchase.isPaid ||
      purchase.orderId === null ||
      pathsWithOwnCheck.has(plainPath(pathname))
    )
      return;
    import('./settle-purchase.ts').then(({ settlePurchase }) => settlePurchase(store)).catch(() => undefined);
  }, [store, pathname]);
  return <CartContext value={store}>{children}</CartContext>;
}
