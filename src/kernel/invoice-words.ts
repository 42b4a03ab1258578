/** Texts of an invoice, the same on the page, on paper, and in emails. Amounts may be dollars or cents. */
import { invoiceFields, type InvoiceTexts, labeledFieldNames } from './billing-fields.ts';
import { brandName } from './card-brands.ts';
import { formatDate } from './dates.ts';

type PaymentStatus = { status: 'open' | 'paid' | 'void' | 'uncollectible'; refunds: unknown[]; paid: number };

/** The payment status, in one or two words. */
export function invoicePaymentStatus({ status, refunds, paid }: PaymentStatus): string {
  if (status === 'void') return 'Void';
  if (status !== 'paid') return 'Not paid';
  if (refunds.length === 0) return 'Paid';
  return paid === 0 ? 'Refunded' : 'Partly refunded';
}

export const paidWith = (card: { brand: string; last4: string } | null): string =>
  card === null ? 'Paid by card' : `${brandName(card.brand)} ending in ${card.last4}`;

export const discountName = (code: string | null): string =>
  code === null ? 'Discount' : `Discount (${code})`;

type BilledTo = Record<'name' | 'addressLine1' | 'email', string>;

/** The billed party, the most important line first. Empty lines are omitted. */
export function billedLines(
  { company, name, addressLine1, email, ...texts }: BilledTo & InvoiceTexts,
  country: string,
): string[] {
  const labeled = labeledFieldNames.map(
    (field) => texts[field] && `${invoiceFields[field].label}: ${texts[field]}`,
  );
  const lines = [company, name, ...labeled, addressLine1, country, email];
  return lines.filter((line): line is string => Boolean(line));
}

export const creditNoteStatus = (status: 'issued' | 'void'): string =>
  status === 'void' ? 'Void' : 'Refunded';

/** The effect of a credit note, in one sentence. */
export const creditNoteNote = (invoiceNumber: string, voidedAt: string | null): string =>
  voidedAt === null
    ? `This credit note corrects invoice ${invoiceNumber}. The amount is refunded to the card used for the payment.`
    : `This credit note has been void since ${formatDate(voidedAt)}: the refund could not be completed. Invoice ${invoiceNumber} stands without it.`;
