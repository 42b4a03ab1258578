/**
 * Keeps the cart in localStorage and in step with the shop's other tabs.
 * What arrives from another tab is never written back, so two tabs (even of two versions) cannot answer each other for ever.
 */
import { openStorage, readItem, type BrowserStorage, writeItem } from '#web/local-storage.ts';
import type { Store } from '#web/store.ts';
import { loadCart, type StoredCart } from './slice.ts';
import { cartIdKey, cartKey, readStoredCart, writeStoredCart } from './stored-cart.ts';

/** The cart id another tab may have stored since; asked inside a lock, where a storage event has not arrived yet. */
export function readSharedCartId(storage: BrowserStorage | null): string | null {
  return readStoredCart(null, readItem(storage, cartIdKey)).cartId;
}

/** Connects a store to a storage. Answers `refresh`, for when another tab wrote, and `stop`. */
export function storeCart(store: Store, storage: BrowserStorage | null): { refresh: () => void; stop: () => void } {
  const written = new Map<string, string | null>();
  const textsOf = (cart: StoredCart): [string, string | null][] => [
    [cartKey, writeStoredCart(cart)],
    [cartIdKey, cart.cartId],
  ];
  const refresh = () => {
    const stored = readStoredCart(readItem(storage, cartKey), readItem(storage, cartIdKey));
    for (const [key, text] of textsOf(stored)) written.set(key, text);
    store.dispatch(loadCart(stored));
  };
  refresh();
  const stop = store.subscribe(() => {
    for (const [key, text] of textsOf(store.getState().cart)) {
      // A full or blocked storage is no reason to stop a sale: the cart stays in memory and the next change tries again.
      if (text !== written.get(key) && writeItem(storage, key, text)) written.set(key, text);
    }
  });
  return { refresh, stop };
}

/** For the browser: also listens to the other tabs, and looks again when a sleeping page is shown. */
export function keepCart(store: Store): () => void {
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
