/**
 * What the success pages know about an order. They show success only when our server says paid, and keep asking otherwise:
 * even `open` is no failure here, because our server may be unable to hear the processor for a while.
 */
import { useEffect, useState } from 'react';
import { CallError } from '#contract/client.ts';
import { readPaymentStatus } from '#contract/checkout.ts';
import { call } from '#web/api.ts';
import { finishPurchase } from '#web/features/cart/slice.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import * as toasts from '#web/ui/toasts.ts';
import { type PaymentStatus, pollPaymentStatus, wait } from './payment-status.ts';

export type PaymentResult =
  | { kind: 'checking'; isSlow: boolean; last: PaymentStatus | null }
  | { kind: 'paid'; status: PaymentStatus }
  | { kind: 'canceled' }
  | { kind: 'unknown_order'; message: string };

/** An undecided order is asked about for this long before the page says that it takes longer. */
const patientForMs = 8_000;
/** Then less often, for as long as the page is open. */
const slowPauseMs = 10_000;

const isSettled = ({ status }: PaymentStatus) => status === 'paid' || status === 'canceled';

export function usePaymentResult(orderId: string | null): PaymentResult {
  const store = useCartStore();
  const [result, setResult] = useState<PaymentResult>({ kind: 'checking', isSlow: false, last: null });
  useEffect(() => {
    if (orderId === null) return;
    const leaving = new AbortController();
    const show = (next: PaymentResult) => {
      if (!leaving.signal.aborted) setResult(next);
    };
    const read = () => call(readPaymentStatus, { params: { id: orderId } });
    const ask = (forMs: number) => pollPaymentStatus({ read, isSettled, pause: wait, now: Date.now, signal: leaving.signal, forMs });
    const follow = async () => {
      let last = await ask(patientForMs);
      while (!leaving.signal.aborted && (last === null || !isSettled(last))) {
        show({ kind: 'checking', isSlow: true, last });
        await wait(slowPauseMs);
        last = (await ask(0)) ?? last;
      }
      if (last?.status === 'paid') {
        const { purchase } = store.getState().cart;
        if (purchase?.orderId === orderId && !purchase.isPaid) {
          store.dispatch(finishPurchase(orderId));
          toasts.success('payment success');
        }
        show({ kind: 'paid', status: last });
      } else if (last?.status === 'canceled') show({ kind: 'canceled' });
    };
    follow().catch((error: unknown) => {
      show({ kind: 'unknown_order', message: error instanceof CallError ? error.message : 'error occurred' });
    });
    return () => leaving.abort();
  }, [orderId, store]);
  return result;
}
