/** Collects payment for invoices: which card is charged, and one attempt, automatic or requested. */
import type Stripe from 'stripe';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import type { Confirmation } from '#sandbox/stripe/confirmation.ts';
import { ApiError, invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import * as methods from '#sandbox/stripe/payment-methods.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import { subscriptionIdOf } from './invoices.ts';
import { attemptFailed } from './payment-outcomes.ts';

/** The card to charge when none is given: the invoice's, the subscription's, or the customer's. */
export function methodFor(call: Call, invoice: Stripe.Invoice): string | null {
  const { store } = call.world;
  const subscription = store.find('subscription', subscriptionIdOf(invoice) ?? '');
  return usable(call, invoice.customer, [
    invoice.default_payment_method,
    subscription?.default_payment_method,
  ]);
}

/** The card that a subscription renews with, or null. */
export const methodOf = (call: Call, subscription: Stripe.Subscription): string | null =>
  usable(call, subscription.customer, [subscription.default_payment_method]);

type Reference = string | { id: string } | null | undefined;

function usable(call: Call, owner: Reference, candidates: Reference[]): string | null {
  const { store } = call.world;
  const customer = store.find('customer', idOf(owner) ?? '');
  const ids = [...candidates, customer?.invoice_settings.default_payment_method].map(idOf);
  return ids.find((id) => id !== null && store.find('payment_method', id)?.customer === customer?.id) ?? null;
}

const payable: readonly string[] = ['open', 'uncollectible'];

/** One attempt on an open invoice. Declines are recorded and thrown, as for any payment. */
export function pay(
  call: Call,
  invoice: Stripe.Invoice,
  options: { methodId: string | null; offSession: boolean },
): Stripe.Invoice {
  const { store } = call.world;
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  if (!payable.includes(invoice.status ?? ''))
    throw invalidRequest(`This invoice can no longer be paid. Its status is ${invoice.status}.`);
  const methodId =
    options.methodId === null
      ? methodFor(call, invoice)
      : methods.findPaymentMethod(call, options.methodId).id;
  if (methodId === null) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set either a `default_payment_method` on the Customer or Invoice, or pass in a `payment_method`.',
      { code: 'resource_missing', param: 'payment_method' },
    );
  }
  const intent = confirmPayment(
    call,
    defaultIntent(call, invoice.id),
    confirmationWith(methodId, options.offSession),
  );
  if (intent.status === 'requires_action') {
    throw new ApiError(
      402,
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        decline_code: 'authentication_required',
        message:
          'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
        payment_intent: intent,
        payment_method: store.get('payment_method', methodId),
      },
      true,
    );
  }
  return store.get('invoice', invoice.id);
}

const confirmationWith = (methodId: string, offSession: boolean): Confirmation => ({
  methodId,
  methodData: null,
  returnUrl: null,
  useStripeSdk: true,
  offSession,
  failOnAction: false,
  waitsForBank: true,
});

export function defaultIntent(call: Call, invoiceId: string): Stripe.PaymentIntent {
  const { store } = call.world;
  const filters = { invoice: invoiceId, status: 'open' };
  const [payment] = store.list('invoice_payment', { filters, limit: 1 });
  return store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
}

/** Stripe's automatic attempt. A decline is not thrown; events report it. */
export function collect(call: Call, before: Stripe.Invoice): Stripe.Invoice {
  const { store } = call.world;
  const invoice = store.save('invoice', { ...before, attempt_count: before.attempt_count + 1 });
  if (methodFor(call, invoice) === null) return attemptFailed(call, invoice);
  try {
    return pay(call, invoice, { methodId: null, offSession: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.commitsChanges ? store.get('invoice', invoice.id) : attemptFailed(call, invoice);
  }
}
