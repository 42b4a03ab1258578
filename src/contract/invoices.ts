/** Invoices and credit notes as whoever holds their link sees them. The pages and the PDFs are made of these rows. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CreditNoteId, Dollars, InvoiceId } from './values.ts';

export const Seller = z.object({ name: z.string(), address: z.array(z.string()), email: z.string(), phone: z.string() });

/** As the buyer was at the issue, or without name and address once their account was deleted. */
export const BillTo = z.object({
  name: z.string(),
  email: z.string(),
  addressLine1: z.string(),
  country: z.string(),
  company: z.string().nullable(),
  taxNumber: z.string().nullable(),
});

const Lines = z.array(z.object({ text: z.string(), amount: Dollars }));

export const Invoice = z.object({
  id: InvoiceId,
  /** As people see it: `INV-2026-00001`. */
  number: z.string(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  currency: z.literal('usd'),
  issuedAt: z.iso.datetime(),
  /** A day of the calendar, in UTC. */
  dueOn: z.iso.date(),
  orderNumber: z.string(),
  seller: Seller,
  billTo: BillTo,
  lines: Lines,
  subtotal: Dollars,
  discount: z.object({ amount: Dollars, code: z.string().nullable() }).nullable(),
  total: Dollars,
  /** Oldest first. The card is unknown for payments from before it was written down. */
  payments: z.array(
    z.object({ date: z.iso.datetime(), amount: Dollars, card: z.object({ brand: z.string(), last4: z.string() }).nullable() }),
  ),
  /** Oldest first. `pending`: it is on its way, and has its credit note when it has arrived. */
  refunds: z.array(
    z.object({
      date: z.iso.datetime(),
      amount: Dollars,
      pending: z.boolean(),
      creditNote: z.object({ id: CreditNoteId, number: z.string() }).nullable(),
    }),
  ),
  /** By the banks of those who paid, after disputes: one for each dispute that is lost. Oldest first. */
  takenBack: z.array(z.object({ date: z.iso.datetime(), amount: Dollars })),
  /** The sum of its credit notes. */
  credited: Dollars,
  /** What came in without what went back. */
  paid: Dollars,
  /** What is still to be paid. */
  due: Dollars,
  /** The page on which it can be paid now; null where there is nothing to pay, or no such page. */
  payAt: z.url().nullable(),
});

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/{id}',
  access: 'public',
  summary: 'Returns an invoice to any holder of its link; `/pdf` returns a PDF',
  params: z.strictObject({ id: InvoiceId }),
  response: Invoice,
});

/** Corrects an invoice: it says what was given back of it. */
export const CreditNote = z.object({
  id: CreditNoteId,
  /** As people see it: `CN-2026-00001`. */
  number: z.string(),
  /** `void`: the refund failed after all, so the note counts no longer. */
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
  /** What was given back. */
  total: Dollars,
});

export const readCreditNote = endpoint({
  method: 'GET',
  path: '/api/credit-notes/{id}',
  access: 'public',
  summary: 'Returns a credit note to any holder of its link; `/pdf` returns a PDF',
  params: z.strictObject({ id: CreditNoteId }),
  response: CreditNote,
});
