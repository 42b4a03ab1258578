/**
 * Payments of amounts owed on account: from the profile with a saved card, and automatically on the due day.
 */
import { z } from 'zod';
import { CreditAccount } from './credit.ts';
import { endpoint } from './endpoint.ts';
import { CardId, InvoiceId } from './values.ts';

export const PaidInvoice = z.object({
  invoiceId: z.string(),
  /** `processing`: the outcome is unknown; retry later. */
  status: z.enum(['paid', 'declined', 'requires_action', 'processing']),
  /** The bank's message about a decline. */
  message: z.string().optional(),
  /** Present while the bank must authenticate its customer. */
  client_secret: z.string().optional(),
});

export const payCreditInvoices = endpoint({
  method: 'POST',
  path: '/api/credit/payments',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Pays open invoices with a saved card, one payment each',
  body: z.strictObject({
    invoiceIds: z
      .array(InvoiceId)
      .min(1, 'Choose an invoice to pay')
      .max(50, 'At most 50 invoices can be paid at once')
      .refine((ids) => new Set(ids).size === ids.length, 'Each invoice can be paid once'),
    paymentMethodId: CardId,
  }),
  response: z.object({ results: z.array(PaidInvoice) }),
});

/**
 * Reads the processor's current state, so that a payment on its page counts without waiting for the webhook.
 */
export const refreshCreditInvoices = endpoint({
  method: 'POST',
  path: '/api/credit/refresh',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Refreshes open invoices from the payment processor and returns the account',
  body: z.strictObject({}),
  response: CreditAccount,
});

const Autopay = z.object({
  /** Null: automatic payments are off. */
  autopay: z
    .object({
      since: z.iso.datetime(),
      card: z.object({ id: z.string(), brand: z.string(), last4: z.string() }),
    })
    .nullable(),
  /** The text of the consent, and the version to send with it. */
  terms: z.object({ version: z.string(), text: z.string() }),
});

export const readAutopay = endpoint({
  method: 'GET',
  path: '/api/credit/autopay',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Returns whether automatic payments are on and which card they charge',
  response: Autopay,
});
export const turnOnAutopay = endpoint({
  method: 'PUT',
  path: '/api/credit/autopay',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Turns on automatic payments: open invoices are charged on their due date',
  body: z.strictObject({
    paymentMethodId: CardId,
    termsVersion: z.string().min(1).max(64),
    termsAgreed: z.literal(true, 'Please agree to automatic payments'),
  }),
  response: Autopay,
});
export const turnOffAutopay = endpoint({
  method: 'DELETE',
  path: '/api/credit/autopay',
  access: 'customer',
  impersonation: 'refused',
  summary: 'Turns off automatic payments',
  response: Autopay,
});
