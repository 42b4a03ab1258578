/** Invoices and credit notes, for all holders of their link. The pages and PDFs use these endpoints. */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CreditNoteId, Dollars, InvoiceId } from './values.ts';

export const Seller = z.object({
  name: z.string(),
  address: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
});

/** The buyer when the invoice was issued, or without name and address once the account was deleted. */
export const BillTo = z.object({
  name: z.string(),
  email: z.string(),
  addressLine1: z.string(),
  country: z.string(),
  ...mapNames(invoiceFieldNames, () => z.string().nullable()),
});

const Lines = z.array(z.object({ text: z.string(), amount: Dollars }));

export const Invoice = z.object({
  id: InvoiceId,
  /** As shown to people: `INV-2026-00001`. */
  number: z.string(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  currency: z.literal('usd'),
  issuedAt: z.iso.datetime(),
  /** A calendar day in UTC. */
  dueOn: z.iso.date(),
  orderNumber: z.string(),
  seller: Seller,
  billTo: BillTo,
  lines: Lines,
  subtotal: Dollars,
  discount: z.object({ amount: Dollars, code: z.string().nullable() }).nullable(),
  total: Dollars,
  /** Oldest first. The card is null for payments from before cards were recorded. */
  payments: z.array(
    z.object({
      date: z.iso.datetime(),
      amount: Dollars,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
  ),
  /** Oldest first. `pending`: the refund is in progress, and gets its credit note when it has succeeded. */
  refunds: z.array(
    z.object({
      date: z.iso.datetime(),
      amount: Dollars,
      pending: z.boolean(),
      creditNote: z.object({ id: CreditNoteId, number: z.string() }).nullable(),
    }),
  ),
  /** Amounts that banks took back, one for each lost dispute. Oldest first. */
  takenBack: z.array(z.object({ date: z.iso.datetime(), amount: Dollars })),
  /** The sum of its credit notes. */
  credited: Dollars,
  /** Amount received, less amounts returned. */
  paid: Dollars,
  /** Amount still to be paid. */
  due: Dollars,
  /** The page where it can be paid now; null when nothing is due, or there is no such page. */
  payAt: z.url().nullable(),
});

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/{id}',
  access: 'public',
  summary: 'Returns an invoice to anyone who has its link; `/pdf` returns a PDF',
  params: z.strictObject({ id: InvoiceId }),
  response: Invoice,
});

/** Corrects an invoice by the amount that was refunded. */
export const CreditNote = z.object({
  id: CreditNoteId,
  /** As shown to people: `CN-2026-00001`. */
  number: z.string(),
  /** `void`: the refund failed later, so the note no longer counts. */
  status: z.enum(['issued', 'void']),
  currency: z.literal('usd'),
  issuedAt: z.iso.datetime(),
  voidedAt: z.iso.datetime().nullable(),
  /** The invoice that it corrects. */
  invoice: z.object({ id: InvoiceId, number: z.string() }),
  orderNumber: z.string(),
  seller: Seller,
  billTo: BillTo,
  lines: Lines,
  /** The refunded amount. */
  total: Dollars,
});

export const readCreditNote = endpoint({
  method: 'GET',
  path: '/api/credit-notes/{id}',
  access: 'public',
  summary: 'Returns a credit note to anyone who has its link; `/pdf` returns a PDF',
  params: z.strictObject({ id: CreditNoteId }),
  response: CreditNote,
});
