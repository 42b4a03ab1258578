/**
 * Stores the cart in localStorage and syncs it with the shop's other tabs. A change from another tab is never
 * written back, so two tabs, even of different versions, cannot trigger each other in a loop.
 */
import { openStorage, readItem, type BrowserStorage, writeItem } from '#web/local-storage.ts';
import type { CartStore } from './cart-store.ts';
import { loadCart, type StoredCart } from './cart.ts';
import { cartIdKey, cartKey, readStoredCart, writeStoredCart } from './stored-cart.ts';

/** The cart id that another tab may have stored. Used inside a lock, before the storage event arrives. */
export function readSharedCartId(storage: BrowserStorage | null): string | null {
  return readStoredCart(null, readItem(storage, cartIdKey)).cartId;
}

/** Connects a store to a storage. Returns `refresh`, to call after another tab wrote, and `stop`. */
export function storeCart(
  store: CartStore,
  storage: BrowserStorage | null,
): { refresh: () => void; stop: () => void } {
  const written = new Map<string, string | null>();
  const textsOf = (cart: StoredCart): [string, string | null][] => [
    [cartKey, writeStoredCart(cart)],
    [cartIdKey, cart.cartId],
  ];
  const refresh = () => {
    const stored = readStoredCart(readItem(storage, cartKey), readItem(storage, cartIdKey));
    for (const [key, text] of textsOf(stored)) written.set(key, text);
    store.update(loadCart(stored));
  };
  refresh();
  const stop = store.subscribe(() => {
    for (const [key, text] of textsOf(store.read())) {
      // Full or blocked storage does not stop a sale: the cart stays in memory and the next change retries.
      if (text !== written.get(key) && writeItem(storage, key, text)) written.set(key, text);
    }
  });
  return { refresh, stop };
}

/**
 * For the browser: also listens to other tabs, and reads storage again when a page is restored from the
 * back/forward cache.
 */
export function keepCart(store: CartStore): () => void {
  const storage = openStorage();
  const { refresh, stop } = storeCart(store, storage);
  if (!storage) return stop;
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === cartKey || key === cartIdKey) refresh();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) refresh();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
