/** Saves the billing form in the background on field blur. A failed save is retried on the next occasion. */
import { useEffect, useState } from 'react';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { call } from '#web/session/call.ts';
import { cartSaver, type SaveCart } from './save-cart.ts';

/** `onCompleted`: called if the server reports that this cart is already paid. */
export function useAutosave(onCompleted: () => void): { saveCart: SaveCart; autosave: () => void } {
  const store = useCartStore();
  const [saveCart] = useState(() => cartSaver(store, call));
  const autosave = () => {
    void saveCart().then((saved) => {
      if (saved === 'completed') onCompleted();
    });
  };
  useEffect(() => {
    // A phone may never return from the background, and a reload fires no blur event.
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saveCart({ isHiding: true });
    };
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [saveCart]);
  return { saveCart, autosave };
}
