/**
 * The Complete order button's work, as state for the page. One attempt at a time, however fast the clicks;
 * while it runs the page shows the cart as it was when the shopper pressed the button, whatever other tabs do.
 */
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { call } from '#web/api.ts';
import { type BillingDraft, type CartState, setDiscount } from '#web/features/cart/slice.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import * as toasts from '#web/ui/toasts.ts';
import { buy, type CardFields } from './buy.ts';
import { errorOccurred, type Outcome } from './outcome.ts';
import type { SaveCart } from './save-cart.ts';

export type PurchaseState = {
  /** The cart as it was when the attempt began; null while nothing is under way. */
  frozen: CartState | null;
  /** What went wrong last, for showing beside the button. `isDeclined`: for sure nothing was charged. */
  problem: { message: string; isDeclined: boolean } | null;
  isAlreadyPaid: boolean;
  complete: (billing: BillingDraft, fields: CardFields) => Promise<void>;
  forget: () => void;
};

const successPath = (orderId: string): string => `/payment-successful?orderId=${encodeURIComponent(orderId)}`;

export function usePurchase(saveCart: SaveCart): PurchaseState {
  const store = useCartStore();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [frozen, setFrozen] = useState<CartState | null>(null);
  const [problem, setProblem] = useState<PurchaseState['problem']>(null);
  const [isAlreadyPaid, setIsAlreadyPaid] = useState(false);
  const isRunning = useRef(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const say = (message: string, isDeclined = false) => {
    toasts.error(message);
    setProblem({ message, isDeclined });
  };

  /** Acts on the outcome. True when the page is being left. */
  const settle = async (outcome: Outcome): Promise<boolean> => {
    switch (outcome.kind) {
      case 'paid':
        // A new document: the processor's script does not follow the shopper. That page empties the cart.
        window.location.replace(successPath(outcome.orderId));
        return true;
      case 'checking':
        // Within this document: the connection may be gone, and a new document would be the browser's error page.
        await navigate(successPath(outcome.orderId), { replace: true });
        return true;
      case 'already_paid':
        setIsAlreadyPaid(true);
        break;
      case 'coupon_refused':
        store.dispatch(setDiscount(null));
        say(outcome.message);
        break;
      case 'prices_changed':
        await revalidate();
        say(outcome.message);
        break;
      default:
        say(outcome.message, outcome.kind === 'declined');
    }
    return false;
  };

  const complete = async (billing: BillingDraft, fields: CardFields): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    setFrozen(store.getState().cart);
    const { signal } = leaving.current;
    const outcome = await buy({ call, store, saveCart, fields, billing, signal }).catch((error: unknown): Outcome => {
      console.error(error);
      return { kind: 'refused', message: errorOccurred };
    });
    const isLeaving = signal.aborted || (await settle(outcome));
    isRunning.current = false;
    if (!isLeaving) setFrozen(null);
  };

  return { frozen, problem, isAlreadyPaid, complete, forget: () => setIsAlreadyPaid(false) };
}
