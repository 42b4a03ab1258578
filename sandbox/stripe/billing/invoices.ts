/** Invoices as objects: a draft with its lines, and its totals. */
import type Stripe from 'stripe';
import { changesBetween, emit } from '#sandbox/stripe/events.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import { scheduleAt } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { day, type Period } from './calendar.ts';

export type Draft = {
  customer: Stripe.Customer;
  currency: string;
  reason: Stripe.Invoice.BillingReason;
  period: Period;
  subscription?: Stripe.Subscription;
  collection?: Stripe.Invoice.CollectionMethod;
  daysUntilDue?: number | null;
  dueDate?: number | null;
  autoAdvance?: boolean;
  finalizesAt?: number | null;
  number?: string | null;
  description?: string | null;
  footer?: string | null;
  customFields?: Stripe.Invoice.CustomField[] | null;
  statementDescriptor?: string | null;
  defaultMethod?: string | null;
  metadata?: Record<string, string>;
};

/** Time between creating an invoice and its automatic finalization, as at Stripe. */
export const draftSeconds = 60 * 60;
const shownLines = 10;

/** No event is sent before `announce`. */
export function draftInvoice(
  call: Call,
  draft: Draft,
  linesFor: (invoiceId: string) => Stripe.InvoiceLineItem[] = () => [],
): Stripe.Invoice {
  const blank = blankInvoice(call, draft);
  const { store } = call.world;
  const customer = store.get('customer', draft.customer.id);
  if (!customer.currency) store.save('customer', { ...customer, currency: draft.currency });
  store.insert('invoice', blank, { lines: [], daysUntilDue: draft.daysUntilDue ?? null });
  return setLines(call, blank, linesFor(blank.id));
}

export function announce(call: Call, invoice: Stripe.Invoice): Stripe.Invoice {
  emit(call, 'invoice.created', invoice);
  scheduleFinalizing(call, invoice);
  return invoice;
}

export function scheduleFinalizing(call: Call, { id, automatically_finalizes_at: at }: Stripe.Invoice): void {
  if (at !== null) scheduleAt(call.world, 'invoice_finalizes', id, at * 1_000);
}

function blankInvoice(call: Call, draft: Draft): Stripe.Invoice {
  const { customer, subscription, period } = draft;
  const now = nowSeconds(call.world);
  const id = stripeId('in');
  const collection = draft.collection ?? 'charge_automatically';
  const days = draft.daysUntilDue ?? null;
  const autoAdvance = draft.autoAdvance ?? false;
  const listens = call.world.webhooks.endpointsFor('invoice.created').length > 0;
  return {
    ...untouched,
    id,
    auto_advance: autoAdvance,
    automatically_finalizes_at: autoAdvance ? (draft.finalizesAt ?? now + draftSeconds) : null,
    billing_reason: draft.reason,
    collection_method: collection,
    created: now,
    currency: draft.currency,
    custom_fields: draft.customFields ?? null,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    default_payment_method: draft.defaultMethod ?? null,
    description: draft.description ?? null,
    due_date:
      collection === 'send_invoice' ? (draft.dueDate ?? (days === null ? null : now + days * day)) : null,
    footer: draft.footer ?? null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: draft.metadata ?? {},
    number: draft.number ?? null,
    parent:
      subscription === undefined
        ? null
        : {
            quote_details: null,
            subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
            type: 'subscription_details',
          },
    period_end: period.end,
    period_start: period.start,
    starting_balance: customer.balance,
    statement_descriptor: draft.statementDescriptor ?? null,
    webhooks_delivered_at: listens ? null : now,
  };
}

/** Initial values of every new invoice. */
const untouched = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Stateside',
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  customer_account: null,
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  effective_at: null,
  ending_balance: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  status: 'draft',
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  subtotal: 0,
  subtotal_excluding_tax: 0,
  test_clock: null,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
} satisfies Partial<Stripe.Invoice>;

/** Replaces the lines of a draft and recalculates its totals. The first ten are shown, as at Stripe. */
export function setLines(
  call: Call,
  invoice: Stripe.Invoice,
  lines: Stripe.InvoiceLineItem[],
): Stripe.Invoice {
  const { store } = call.world;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const owed = Math.max(total + invoice.starting_balance, 0);
  store.saveSecrets('invoice', invoice.id, { lines });
  return store.save('invoice', {
    ...invoice,
    amount_due: owed,
    amount_remaining: owed,
    lines: { ...invoice.lines, data: lines.slice(0, shownLines), has_more: lines.length > shownLines },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  });
}

export const linesOf = (call: Call, invoiceId: string): Stripe.InvoiceLineItem[] =>
  call.world.store.secretsOf('invoice', invoiceId).lines;

/** Saves a change and emits `invoice.updated`. */
export function changeInvoice(
  call: Call,
  before: Stripe.Invoice,
  change: Partial<Stripe.Invoice>,
): Stripe.Invoice {
  const after = call.world.store.save('invoice', { ...before, ...change });
  const previous = changesBetween(before, after);
  if (Object.keys(previous).length > 0) emit(call, 'invoice.updated', after, previous);
  return after;
}

/** The subscription that an invoice belongs to, or null. */
export const subscriptionIdOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription);
