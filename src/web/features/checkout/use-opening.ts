/** Opens checkout once storage was read. Answers null while opening; the form is shown only afterwards, so nothing jumps under the shopper's hands. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '#web/api.ts';
import { useCart, useCartStore } from '#web/features/cart/use-cart.ts';
import type { Product } from '#web/features/cart/slice.ts';
import * as toasts from '#web/ui/toasts.ts';
import { openCheckout } from './open-checkout.ts';

export type Opening = 'show' | 'used_up' | null;

export function useOpening(products: Product[]): Opening {
  const store = useCartStore();
  const { isLoaded } = useCart();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [opening, setOpening] = useState<Opening>(null);
  const isStarted = useRef(false);
  const cartId = search.get('cartId');
  const orderId = search.get('orderId');
  useEffect(() => {
    if (!isLoaded || isStarted.current) return;
    isStarted.current = true;
    // An order's own page says how it stands; paying an order that was opened from a link comes with customer accounts.
    if (orderId !== null) {
      navigate(`/payment-successful?orderId=${encodeURIComponent(orderId)}`, { replace: true });
      return;
    }
    openCheckout({ call, store, products, cartId })
      .catch((error: unknown) => {
        console.error(error);
        return { next: 'show', notices: [] } as const;
      })
      .then(({ next, notices }) => {
        for (const notice of notices) toasts.error(notice);
        if (typeof next === 'object') {
          navigate(`/payment-successful?orderId=${next.orderId}`, { replace: true });
          return;
        }
        if (cartId !== null)
          setSearch(
            (params) => {
              params.delete('cartId');
              return params;
            },
            { replace: true, preventScrollReset: true },
          );
        setOpening(next);
      });
  }, [isLoaded, store, products, cartId, orderId, navigate, setSearch]);
  return opening;
}
