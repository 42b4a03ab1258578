/** Saves the billing form as the shopper leaves its fields. Nobody waits for it, and what fails is saved at the next occasion. */
import { useEffect, useState } from 'react';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { call } from '#web/session/call.ts';
import { cartSaver, type SaveCart } from './save-cart.ts';

/** `onCompleted`: the server says that this cart was paid already. */
export function useAutosave(onCompleted: () => void): { saveCart: SaveCart; autosave: () => void } {
  const store = useCartStore();
  const [saveCart] = useState(() => cartSaver(store, call));
  const autosave = () => {
    void saveCart().then((saved) => {
      if (saved === 'completed') onCompleted();
    });
  };
  useEffect(() => {
    // A phone may never come back from the background, and a reload fires no blur.
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saveCart({ isHiding: true });
    };
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [saveCart]);
  return { saveCart, autosave };
}
