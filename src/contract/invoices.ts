/** An invoice as whoever holds its link sees it. The page and the PDF are made of this row. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Dollars, InvoiceId } from './values.ts';

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
  seller: z.object({ name: z.string(), address: z.array(z.string()), email: z.string(), phone: z.string() }),
  /** As the buyer was when it was issued, or without name and address once their account was deleted. */
  billTo: z.object({
    name: z.string(),
    email: z.string(),
    addressLine1: z.string(),
    country: z.string(),
    company: z.string().nullable(),
    taxNumber: z.string().nullable(),
  }),
  lines: z.array(z.object({ text: z.string(), amount: Dollars })),
  subtotal: Dollars,
  discount: z.object({ amount: Dollars, code: z.string().nullable() }).nullable(),
  total: Dollars,
  /** Oldest first. The card is unknown for payments from before it was written down. */
  payments: z.array(
    z.object({ date: z.iso.datetime(), amount: Dollars, card: z.object({ brand: z.string(), last4: z.string() }).nullable() }),
  ),
  /** Oldest first. `pending`: it is on its way. */
  refunds: z.array(z.object({ date: z.iso.datetime(), amount: Dollars, pending: z.boolean() })),
  /** What came in without what went back. */
  paid: Dollars,
  /** What is still to be paid. */
  due: Dollars,
});

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/invoices/{id}',
  access: 'public',
  summary: 'An issued invoice, for whoever holds its link; `/pdf` behind the address answers it as a PDF',
  params: z.strictObject({ id: InvoiceId }),
  response: Invoice,
});
