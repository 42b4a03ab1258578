/**
 * The order status for the success pages. They show success only when our server says paid, and keep polling
 * otherwise. If this browser tries to pay the order, `open` is not a failure: the processor's result may
 * reach our server late.
 */
import { phrase } from '#kernel/language.ts';
import { useEffect, useState } from 'react';
import { CallError } from '#contract/client.ts';
import { readPaymentStatus } from '#contract/payment-status.ts';
import { errorOccurred } from '#web/features/cards/card-fields.ts';
import { call } from '#web/session/call.ts';
import { finishPurchase } from '#web/features/cart/cart.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import { takeTriedOrder } from '#web/features/checkout/purchase/tried-order.ts';
import * as toasts from '#web/ui/toasts.ts';
import {
  type PaymentStatus,
  pollPaymentStatus,
  wait,
} from '#web/features/checkout/purchase/payment-status.ts';

export type PaymentResult =
  | { kind: 'checking'; isSlow: boolean; last: PaymentStatus | null }
  /** The order awaits payment, and this browser has not tried to pay it. */
  | { kind: 'unpaid'; status: PaymentStatus }
  /**
   * `email` is the address of the receipt. Null after a new document, because browser storage contains no
   * personal data.
   */
  | { kind: 'paid'; status: PaymentStatus; email: string | null }
  | { kind: 'canceled' }
  | { kind: 'unknown_order'; message: string };

/** How long a pending order is polled before the page says that it takes longer. */
const fastPollingMs = 8_000;
/** After that, the polling interval while the page is open. */
const slowPauseMs = 10_000;

const isSettled = ({ status }: PaymentStatus) => status === 'paid' || status === 'canceled';

/**
 * `isReturning`: the processor just redirected back, so a payment was attempted even if nothing is stored.
 */
export function usePaymentResult(orderId: string | null, isReturning: boolean): PaymentResult {
  const store = useCartStore();
  const [result, setResult] = useState<PaymentResult>({ kind: 'checking', isSlow: false, last: null });
  useEffect(() => {
    if (orderId === null) return;
    const leaving = new AbortController();
    const show = (next: PaymentResult) => {
      if (!leaving.signal.aborted) setResult(next);
    };
    const read = () => call(readPaymentStatus, { params: { id: orderId } });
    const ask = (forMs: number) =>
      pollPaymentStatus({ read, isSettled, pause: wait, now: Date.now, signal: leaving.signal, forMs });
    const isOwn = () => isReturning || store.read().purchase?.orderId === orderId;
    const isUnpaid = (last: PaymentStatus | null) =>
      !isOwn() && (last?.status === 'open' || last?.status === 'requires_action');
    const showPaid = (status: PaymentStatus) => {
      const { purchase, billingDetails } = store.read();
      show({ kind: 'paid', status, email: billingDetails.email || null });
      const isOfCart = purchase?.orderId === orderId && !purchase.isPaid;
      if (isOfCart) store.update(finishPurchase(orderId));
      if (takeTriedOrder(orderId) || isOfCart) toasts.success(phrase('payment success'));
    };
    const follow = async () => {
      let last = await ask(isOwn() ? fastPollingMs : 0);
      if (!isOwn() && (last === null || last.status === 'checking')) last = await ask(fastPollingMs);
      while (!leaving.signal.aborted && (last === null || !isSettled(last))) {
        show(
          last !== null && isUnpaid(last)
            ? { kind: 'unpaid', status: last }
            : { kind: 'checking', isSlow: true, last },
        );
        await wait(slowPauseMs);
        last = (await ask(0)) ?? last;
      }
      if (last?.status === 'paid') showPaid(last);
      else if (last?.status === 'canceled') show({ kind: 'canceled' });
    };
    follow().catch((error: unknown) => {
      show({ kind: 'unknown_order', message: error instanceof CallError ? error.message : errorOccurred });
    });
    return () => leaving.abort();
  }, [orderId, isReturning, store]);
  return result;
}
