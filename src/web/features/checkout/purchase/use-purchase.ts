/**
 * State of the Complete order button. One attempt at a time, however fast the clicks. During an attempt the
 * page shows the cart as it was at the click, even if other tabs change it.
 */
import { phrase } from '#kernel/language.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { errorOccurred } from '#web/features/cards/card-fields.ts';
import { type BillingDraft, type CartState, finishPurchase, setDiscount } from '#web/features/cart/cart.ts';
import { useCartStore } from '#web/features/cart/use-cart.ts';
import * as toasts from '#web/ui/toasts.ts';
import { useSettings } from '#web/use-settings.ts';
import { inPageLanguage, type Stage, type SuccessPage, withOrder } from './pay.ts';
import type { PaymentMethodChoice } from '#web/features/checkout/payment/payment-method-choice.ts';
import type { Outcome } from './outcome.ts';

export type PurchaseState = {
  /** The cart when the attempt began; null without an attempt. */
  frozen: CartState | null;
  /** Text about the current step, shown after a long wait. */
  waitingFor: string;
  /** The last error, shown beside the button, and its effect on the shopper's money. */
  problem: Problem | null;
  isAlreadyPaid: boolean;
  complete: (billing: BillingDraft, paymentMethod: PaymentMethodChoice) => Promise<void>;
  forget: () => void;
};

const notCharged = {
  declined: phrase('You have not been charged. You can try again or use another card.'),
  changed: phrase('You have not been charged. Check the total, and press Complete order when you agree.'),
  beforeCard: phrase(
    'Your card was not charged. Your details are still here, and you can press Complete order again: the same order is never placed twice.',
  ),
};
const unknown = (email: string): string =>
  phrase(
    'We do not know yet whether this order was paid. You can press Complete order again: the same order is never charged twice. If it happens again, write to {email}.',
    { email },
  );

const progressTexts: Record<Stage, string> = {
  placing: phrase(
    'This is taking longer than usual. We are placing your order. Your card has not been charged yet. Please keep this page open.',
  ),
  paying: phrase(
    'This is taking longer than usual. We are waiting for your bank. You are never charged twice for the same order. Please keep this page open.',
  ),
  checking: phrase(
    'This is taking longer than usual. We are waiting for the confirmation of your payment. You do not need to pay again. Please keep this page open.',
  ),
};

const signedOut = phrase(
  'Your session has ended, so no order was placed and nothing was charged. Your cart and your details are still here.',
);
const asGuest = phrase('You can complete the order as a guest with a new card, or log in again first.');

type Problem = { message: string; advice: string };

/** The message for the shopper, and whether money has moved. */
function problemOf(
  outcome: Exclude<Outcome, { kind: 'paid' | 'invoiced' | 'checking' | 'already_paid' }>,
  email: string,
): Problem {
  switch (outcome.kind) {
    case 'signed_out':
      return { message: signedOut, advice: asGuest };
    case 'declined':
      return { message: outcome.message, advice: notCharged.declined };
    case 'unclear':
      return { message: outcome.message, advice: unknown(email) };
    case 'refused':
      return { message: outcome.message, advice: notCharged.beforeCard };
    default:
      return { message: outcome.message, advice: notCharged.changed };
  }
}

/** Buys the cart, or pays an order. */
export type Pay = (
  billing: BillingDraft,
  paymentMethod: PaymentMethodChoice,
  signal: AbortSignal,
  onStage: (stage: Stage) => void,
) => Promise<Outcome>;

/** `onPaid`: replaces the redirect to the success page. `signedOut`: replaces buying as a guest. */
type Options = { onPaid?: (orderId: string, billing: BillingDraft) => void; signedOut?: Problem };

export function usePurchase(
  pay: Pay,
  successPage: SuccessPage,
  { onPaid, signedOut: whenSignedOut }: Options = {},
): PurchaseState {
  const successPath = (orderId: string): string => withOrder(successPage, orderId);
  const { company } = useSettings();
  const store = useCartStore();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [frozen, setFrozen] = useState<CartState | null>(null);
  const [stage, setStage] = useState<Stage>('placing');
  const [problem, setProblem] = useState<PurchaseState['problem']>(null);
  const [isAlreadyPaid, setIsAlreadyPaid] = useState(false);
  const isRunning = useRef(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  /** Handles the outcome. True if the page is being left. */
  const settle = async (outcome: Outcome, billing: BillingDraft): Promise<boolean> => {
    if (outcome.kind === 'paid' && onPaid !== undefined) {
      onPaid(outcome.orderId, billing);
      return true;
    }
    if (outcome.kind === 'paid') {
      // A new document, so the processor's script does not stay loaded. The success page empties the cart.
      window.location.replace(successPath(outcome.orderId));
      return true;
    }
    if (outcome.kind === 'invoiced') {
      const { purchase } = store.read();
      toasts.success(phrase('credit purchase success'));
      await navigate(inPageLanguage('/credit-purchase-successful'), { replace: true });
      // Last, so the page never shows an empty cart before it is left.
      if (purchase?.orderId === outcome.orderId) store.update(finishPurchase(outcome.orderId));
      return true;
    }
    if (outcome.kind === 'checking') {
      // Within this document: the connection may be lost, and a new document would show the browser's error
      // page.
      await navigate(successPath(outcome.orderId), { replace: true });
      return true;
    }
    if (outcome.kind === 'already_paid') {
      setIsAlreadyPaid(true);
      return false;
    }
    if (outcome.kind === 'coupon_refused') store.update(setDiscount(null));
    if (outcome.kind === 'prices_changed') await revalidate();
    const message =
      outcome.kind === 'signed_out' && whenSignedOut !== undefined
        ? whenSignedOut
        : problemOf(outcome, company.email);
    toasts.error(message.message, 'purchase');
    setProblem(message);
    return false;
  };

  const complete = async (billing: BillingDraft, paymentMethod: PaymentMethodChoice): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    setStage('placing');
    setFrozen(store.read());
    const { signal } = leaving.current;
    const outcome = await pay(billing, paymentMethod, signal, setStage).catch((error: unknown): Outcome => {
      console.error(error);
      return { kind: 'unclear', message: errorOccurred };
    });
    const isLeaving = signal.aborted || (await settle(outcome, billing));
    isRunning.current = false;
    if (!isLeaving) setFrozen(null);
  };

  return {
    frozen,
    waitingFor: progressTexts[stage],
    problem,
    isAlreadyPaid,
    complete,
    forget: () => setIsAlreadyPaid(false),
  };
}
