/**
 * Credit notes reduce the amount of a finalized invoice. They first reduce what is still owed. The caller
 * decides how the rest is returned: a refund, the customer's balance, or outside Stripe.
 */
import type Stripe from 'stripe';
import { moneyInWords } from '#sandbox/stripe/currencies.ts';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { invalidRequest, noSuch } from '#sandbox/stripe/http/errors.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import { refundCharge } from '#sandbox/stripe/refunding.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { addToBalance, lowerDefaultPayment } from './collecting.ts';
import { cancelPayments, markPaid } from './finalizing.ts';
import { changeInvoice, linesOf } from './invoices.ts';
import { decimal } from './prices.ts';

export type CreditLine = {
  type: 'custom_line_item' | 'invoice_line_item';
  amount?: number | undefined;
  description?: string | undefined;
  invoice_line_item?: string | undefined;
  quantity?: number | undefined;
  unit_amount?: number | undefined;
};

export type CreditOptions = {
  amount: number | null;
  lines: CreditLine[];
  refundAmount: number;
  creditAmount: number;
  outOfBandAmount: number;
  refunds: { refund: string; amount: number | null }[];
  memo: string | null;
  reason: Stripe.CreditNote.Reason | null;
  effectiveAt: number | null;
  metadata: Record<string, string>;
};

const shownLines = 10;

/** Calculates the credit note without writing anything. */
export function planCredit(
  call: Call,
  invoice: Stripe.Invoice,
  options: CreditOptions,
): { note: Stripe.CreditNote; lines: Stripe.CreditNoteLineItem[] } {
  if (!['open', 'paid', 'uncollectible'].includes(invoice.status ?? ''))
    throw invalidRequest(
      `You can only create a credit note for a finalized invoice that is not void. This invoice is ${invoice.status}.`,
      {
        param: 'invoice',
      },
    );
  const lines =
    options.lines.length > 0
      ? options.lines.map((line, at) => creditLine(call, invoice, line, at))
      : [wholeLine(options.amount)];
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  if (options.amount !== null && options.amount !== amount)
    throw invalidRequest(`The amount (${options.amount}) must be the sum of the lines (${amount}).`, {
      param: 'amount',
    });
  const remaining =
    invoice.total - invoice.pre_payment_credit_notes_amount - invoice.post_payment_credit_notes_amount;
  if (amount < 1 || amount > remaining) {
    const [requested, most] = [
      moneyInWords(amount, invoice.currency),
      moneyInWords(remaining, invoice.currency),
    ];
    throw invalidRequest(
      `The credit note's amount (${requested}) must be positive and at most what can be credited of the invoice (${most}).`,
      {
        param: options.lines.length > 0 ? 'lines' : 'amount',
      },
    );
  }
  const pre = invoice.status === 'paid' ? 0 : Math.min(amount, invoice.amount_remaining);
  checkSplit(call, invoice, options, amount - pre);
  return { note: buildNote(call, invoice, options, { lines, amount, pre }), lines };
}

/** The amount beyond what is still owed must be allocated to the cent. */
function checkSplit(call: Call, invoice: Stripe.Invoice, options: CreditOptions, post: number): void {
  const linked = options.refunds.reduce((sum, { refund: id, amount }) => {
    const refund = call.world.store.find('refund', id);
    if (refund === null) throw noSuch('refund', id, 'refunds');
    return sum + (amount ?? refund.amount);
  }, 0);
  const accounted = options.refundAmount + options.creditAmount + options.outOfBandAmount + linked;
  if (accounted === post) return;
  const words = (amount: number) => moneyInWords(amount, invoice.currency);
  throw invalidRequest(
    `The sum of refund_amount, credit_amount, out_of_band_amount and refunds (${words(accounted)}) must equal the part of the credit note that exceeds what remains to be paid (${words(post)}).`,
    { param: 'refund_amount' },
  );
}

export function issueCredit(call: Call, invoice: Stripe.Invoice, options: CreditOptions): Stripe.CreditNote {
  const { store } = call.world;
  const { note: planned, lines } = planCredit(call, invoice, options);
  const linked = options.refunds.map(({ refund: id, amount }) =>
    toRefund(id, amount ?? store.get('refund', id).amount),
  );
  const own =
    options.refundAmount === 0
      ? []
      : [toRefund(refundPaid(call, invoice, options.refundAmount).id, options.refundAmount)];
  if (options.creditAmount > 0) addToBalance(call, invoice, -options.creditAmount);
  const note: Stripe.CreditNote = { ...planned, refunds: [...linked, ...own] };
  store.insert('credit_note', note, { lines });
  emit(call, 'credit_note.created', note);
  lowerInvoice(call, invoice, { pre: note.pre_payment_amount, post: note.post_payment_amount });
  return note;
}

const toRefund = (refund: string, amount: number): Stripe.CreditNote.Refund => ({
  amount_refunded: amount,
  payment_record_refund: null,
  refund,
  type: 'refund',
});

function refundPaid(call: Call, invoice: Stripe.Invoice, amount: number): Stripe.Refund {
  const { store } = call.world;
  const [payment] = store.list('invoice_payment', {
    filters: { invoice: invoice.id, status: 'paid' },
    limit: 1,
  });
  const intent =
    payment === undefined ? null : store.find('payment_intent', idOf(payment.payment.payment_intent) ?? '');
  const charge = intent === null ? null : store.find('charge', idOf(intent.latest_charge) ?? '');
  if (charge === null)
    throw invalidRequest('This invoice has no charge that could be refunded.', { param: 'refund_amount' });
  return refundCharge(call, charge, { amount, reason: 'requested_by_customer', metadata: {} });
}

function lowerInvoice(
  call: Call,
  invoice: Stripe.Invoice,
  { pre, post }: { pre: number; post: number },
): void {
  const change: Partial<Stripe.Invoice> = {
    amount_due: invoice.amount_due - pre,
    amount_remaining: invoice.amount_remaining - pre,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + pre,
    post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + post,
  };
  if (invoice.status === 'paid' || change.amount_remaining !== 0) {
    lowerDefaultPayment(call, changeInvoice(call, invoice, change));
    return;
  }
  cancelPayments(call, invoice.id, 'void_invoice');
  markPaid(call, invoice, change);
}

/** Only a credit note that reduced an open invoice can be voided, and only while that invoice is open. */
export function voidCredit(call: Call, note: Stripe.CreditNote): Stripe.CreditNote {
  const { store } = call.world;
  const invoice = store.get('invoice', idOf(note.invoice) ?? '');
  if (note.status === 'void') throw invalidRequest('This credit note is already void.');
  if (note.type !== 'pre_payment' || invoice.status !== 'open')
    throw invalidRequest(
      'You can only void a credit note of an open invoice that lowered what remains to be paid.',
    );
  const voided: Stripe.CreditNote = { ...note, status: 'void', voided_at: nowSeconds(call.world) };
  store.save('credit_note', voided);
  emit(call, 'credit_note.voided', voided, changesBetween(note, voided));
  const pre = note.pre_payment_amount;
  lowerInvoice(call, invoice, { pre: -pre, post: 0 });
  return voided;
}

const blankLine = {
  object: 'credit_note_line_item',
  discount_amount: 0,
  discount_amounts: [],
  livemode: false,
  metadata: null,
  pretax_credit_amounts: [],
  tax_rates: [],
  taxes: [],
} satisfies Partial<Stripe.CreditNoteLineItem>;

function wholeLine(amount: number | null): Stripe.CreditNoteLineItem {
  if (amount === null)
    throw invalidRequest('Missing required param: amount or lines.', {
      code: 'parameter_missing',
      param: 'amount',
    });
  return {
    ...blankLine,
    id: stripeId('cnli'),
    amount,
    description: null,
    quantity: null,
    type: 'custom_line_item',
    unit_amount: null,
    unit_amount_decimal: null,
  };
}

function creditLine(
  call: Call,
  invoice: Stripe.Invoice,
  sent: CreditLine,
  at: number,
): Stripe.CreditNoteLineItem {
  const path = `lines[${at}]`;
  const billed =
    sent.type === 'invoice_line_item'
      ? (linesOf(call, invoice.id).find(({ id }) => id === sent.invoice_line_item) ?? null)
      : null;
  if (sent.type === 'invoice_line_item' && billed === null)
    throw noSuch('invoice line item', sent.invoice_line_item ?? '', `${path}[invoice_line_item]`);
  const unit =
    billed === null
      ? (sent.unit_amount ?? null)
      : Math.round(billed.amount / Math.max(billed.quantity ?? 1, 1));
  const quantity = sent.amount === undefined ? (sent.quantity ?? 1) : (sent.quantity ?? null);
  const amount = sent.amount ?? (unit === null ? null : unit * (quantity ?? 1));
  if (amount === null)
    throw invalidRequest(`Missing required param: ${path}[unit_amount].`, {
      code: 'parameter_missing',
      param: `${path}[unit_amount]`,
    });
  return {
    ...blankLine,
    id: stripeId('cnli'),
    amount,
    description: sent.description ?? billed?.description ?? null,
    ...(billed === null ? {} : { invoice_line_item: billed.id }),
    quantity,
    type: sent.type,
    unit_amount: unit,
    unit_amount_decimal: unit === null ? null : decimal(unit),
  };
}

function buildNote(
  call: Call,
  invoice: Stripe.Invoice,
  options: CreditOptions,
  { lines, amount, pre }: { lines: Stripe.CreditNoteLineItem[]; amount: number; pre: number },
): Stripe.CreditNote {
  const { store, origin } = call.world;
  const id = stripeId('cn');
  const now = nowSeconds(call.world);
  const earlier = store.list('credit_note', { filters: { invoice: invoice.id }, limit: 1_000 }).length;
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    customer_account: null,
    customer_balance_transaction: options.creditAmount > 0 ? stripeId('cbtxn') : null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: options.effectiveAt ?? now,
    invoice: invoice.id,
    lines: {
      object: 'list',
      data: lines.slice(0, shownLines),
      has_more: lines.length > shownLines,
      url: `/v1/credit_notes/${id}/lines`,
    },
    livemode: false,
    memo: options.memo,
    metadata: options.metadata,
    number: `${invoice.number}-CN-${String(earlier + 1).padStart(2, '0')}`,
    out_of_band_amount: options.outOfBandAmount > 0 ? options.outOfBandAmount : null,
    pdf: `${origin}/i/${invoice.id}/pdf`,
    post_payment_amount: amount - pre,
    pre_payment_amount: pre,
    pretax_credit_amounts: [],
    reason: options.reason,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: pre === 0 ? 'post_payment' : pre === amount ? 'pre_payment' : 'mixed',
    voided_at: null,
  };
}
