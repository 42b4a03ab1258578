/**
 * Opens checkout after storage is read. Returns null while opening. The form is shown only afterwards, so the
 * layout does not shift.
 */
import { addressFor } from '#kernel/page-languages.ts';
import { useLanguage } from '#web/language.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCart, useCartStore } from '#web/features/cart/use-cart.ts';
import type { Product } from '#web/features/cart/cart.ts';
import { call } from '#web/session/call.ts';
import { current } from '#web/session/session.ts';
import * as toasts from '#web/ui/toasts.ts';
import { openCheckout, type Opened, type RefusedCode } from './open-checkout.ts';
import type { Buyer, ReadBuyer } from './read-buyer.ts';

/** `buyer`: the user who was logged in when the page opened. */
export type Opening = { next: 'show' | 'used_up'; buyer: Buyer | null; refused: RefusedCode | null } | null;

const guest: ReadBuyer = { buyer: null, notice: null };

/** A guest does not load what only a logged-in user needs. */
export async function readWhoBuys(): Promise<ReadBuyer> {
  if (current().kind !== 'person') return guest;
  return (await import('./read-buyer.ts')).readBuyer();
}

export function useOpening(products: Product[]): Opening {
  const { code } = useLanguage();
  const store = useCartStore();
  const { isLoaded } = useCart();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [opening, setOpening] = useState<Opening>(null);
  const isStarted = useRef(false);
  const cartId = search.get('cartId');
  useEffect(() => {
    if (!isLoaded || isStarted.current) return;
    isStarted.current = true;
    const open = async (): Promise<Opened & { buyer: Buyer | null }> => {
      const { buyer, notice } = await readWhoBuys();
      const opened = await openCheckout({ call, store, products, cartId, buyer });
      return { ...opened, notices: [...(notice === null ? [] : [notice]), ...opened.notices], buyer };
    };
    open()
      .catch((error: unknown): Opened & { buyer: null } => {
        console.error(error);
        return { next: 'show', notices: [], buyer: null };
      })
      .then(({ next, notices, news, buyer, refused = null }) => {
        for (const notice of notices) toasts.error(notice);
        if (news !== undefined) toasts.message(news);
        if (typeof next === 'object') {
          navigate(addressFor(code, `/payment-successful?orderId=${next.orderId}`), { replace: true });
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
        setOpening({ next, buyer, refused });
      });
  }, [isLoaded, store, products, cartId, navigate, setSearch, code]);
  return opening;
}
