/** Pays an invoice at Stripe with a saved card, and classifies the outcome. */
import type { InvoiceAttempt } from '#ports/subscription-billing.ts';
import Stripe from 'stripe';
import { callStripe } from './connection.ts';
import { expect } from './readings.ts';

type PayRequest = { invoiceRef: string; key: string; parameters: Stripe.InvoicePayParams };

/**
 * These are results, not errors: a decline, a 3-D Secure challenge, an invoice already paid, and one without
 * a card to charge.
 */
export function payInvoice(
  stripe: Stripe,
  { invoiceRef, key, parameters }: PayRequest,
): Promise<InvoiceAttempt> {
  return callStripe(async () => {
    try {
      const invoice = await stripe.invoices.pay(invoiceRef, parameters, { idempotencyKey: key });
      expect(invoice, 'invoice');
      return invoice.status === 'paid'
        ? { outcome: 'paid' }
        : { outcome: 'declined', message: 'The payment is not finished' };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (error instanceof Stripe.errors.StripeCardError)
        return error.code === 'invoice_payment_intent_requires_action'
          ? {
              outcome: 'requires_action',
              message: error.message,
              clientSecret: error.payment_intent?.client_secret ?? null,
            }
          : { outcome: 'declined', message: error.message };
      if (error.statusCode !== 400) throw error;
      if ((await stripe.invoices.retrieve(invoiceRef)).status === 'paid') return { outcome: 'paid' };
      if (error.param === 'payment_method')
        return { outcome: 'declined', message: 'There is no card to charge' };
      throw error;
    }
  });
}
