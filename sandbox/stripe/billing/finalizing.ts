/** Finalizes drafts, and ends invoices without payment: void and uncollectible. */
import type Stripe from 'stripe';
import { supersedeChallenge } from '#sandbox/stripe/challenges.ts';
import { leastAmount } from '#sandbox/stripe/currencies.ts';
import { emit } from '#sandbox/stripe/events.ts';
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';
import type { Values } from '#sandbox/stripe/http/parameters.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import { createPaymentIntent } from '#sandbox/stripe/resources/create-payment-intent.ts';
import type { createParams } from '#sandbox/stripe/resources/payment-intent-parameters.ts';
import { scheduleAt, unschedule } from '#sandbox/stripe/timers.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import { day } from './calendar.ts';
import { changeInvoice, subscriptionIdOf } from './invoices.ts';
import { invoiceEnded } from './subscription-status.ts';

/** Fixes the number, the due date, and the total. An invoice with nothing due is paid immediately. */
export function finalize(
  call: Call,
  draft: Stripe.Invoice,
  autoAdvance = draft.auto_advance ?? false,
): Stripe.Invoice {
  const { store, origin } = call.world;
  if (draft.status !== 'draft')
    throw invalidRequest(`This invoice is already finalized, you can't re-finalize a non-draft invoice.`, {
      code: 'invoice_not_editable',
    });
  unschedule(call.world, draft.id, 'invoice_finalizes');
  const now = nowSeconds(call.world);
  const { daysUntilDue } = store.secretsOf('invoice', draft.id);
  const { amountDue, endingBalance } = settleBalance(call, draft);
  const page = `${origin}/i/${draft.id}`;
  const open: Stripe.Invoice = {
    ...draft,
    amount_due: amountDue,
    amount_remaining: amountDue,
    auto_advance: autoAdvance,
    automatically_finalizes_at: null,
    due_date: daysUntilDue === null ? draft.due_date : now + daysUntilDue * day,
    effective_at: draft.effective_at ?? now,
    ending_balance: endingBalance,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    number: draft.number ?? nextNumber(call, idOf(draft.customer) ?? ''),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
    webhooks_delivered_at: draft.webhooks_delivered_at ?? now,
  };
  if (amountDue > 0) createInvoicePayment(call, open);
  const finalized = store.save('invoice', open);
  emit(call, 'invoice.finalized', finalized);
  if (finalized.due_date !== null)
    scheduleAt(call.world, 'invoice_overdue', finalized.id, finalized.due_date * 1_000);
  return amountDue > 0 ? finalized : markPaid(call, finalized, { attempted: true });
}

/**
 * Applies the customer's balance. A rest below the minimum charge goes to the balance and the invoice is
 * paid.
 */
function settleBalance(call: Call, draft: Stripe.Invoice): { amountDue: number; endingBalance: number } {
  const { store } = call.world;
  const customer = store.get('customer', idOf(draft.customer) ?? '');
  const owed = draft.total + customer.balance;
  const isChargeable = owed >= leastAmount(draft.currency);
  const endingBalance = isChargeable ? 0 : owed;
  if (customer.balance !== endingBalance) store.save('customer', { ...customer, balance: endingBalance });
  return { amountDue: isChargeable ? owed : 0, endingBalance };
}

function nextNumber(call: Call, customerId: string): string {
  const { store } = call.world;
  const customer = store.get('customer', customerId);
  const sequence = customer.next_invoice_sequence ?? 1;
  store.save('customer', { ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

/** The PaymentIntent of an open invoice; its client secret is the invoice's `confirmation_secret`. */
function createInvoicePayment(call: Call, invoice: Stripe.Invoice): Stripe.InvoicePayment {
  const { store } = call.world;
  const subscriptionId = subscriptionIdOf(invoice);
  const subscription = subscriptionId === null ? null : store.find('subscription', subscriptionId);
  const saves = subscription?.payment_settings?.save_default_payment_method === 'on_subscription';
  const options: Partial<Values<typeof createParams>> = {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? '',
    description:
      invoice.billing_reason === 'subscription_create'
        ? 'Subscription creation'
        : subscription
          ? 'Subscription update'
          : `Payment for Invoice`,
    allowed_payment_method_types: ['card'],
    automatic_payment_methods: { enabled: false, allow_redirects: undefined },
    ...(saves ? { setup_future_usage: 'off_session' as const } : {}),
  };
  const intent = createPaymentIntent(call, options as Values<typeof createParams>);
  const payment: Stripe.InvoicePayment = {
    id: stripeId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: nowSeconds(call.world),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  return store.insert('invoice_payment', payment, null);
}

/** Marks the invoice as paid: by a payment, because nothing was due, or outside Stripe. */
export function markPaid(
  call: Call,
  before: Stripe.Invoice,
  change: Partial<Stripe.Invoice> = {},
): Stripe.Invoice {
  unschedule(call.world, before.id);
  const paid = changeInvoice(call, before, {
    ...change,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: nowSeconds(call.world) },
  });
  emit(call, 'invoice.paid', paid);
  emit(call, 'invoice.payment_succeeded', paid);
  invoiceEnded(call, paid);
  return paid;
}

export function voidInvoice(call: Call, before: Stripe.Invoice): Stripe.Invoice {
  if (before.status !== 'open' && before.status !== 'uncollectible')
    throw invalidRequest(
      `You can only void an invoice that is open or uncollectible. This invoice is ${before.status}.`,
    );
  if (before.amount_paid > 0)
    throw invalidRequest('This invoice has payments, so it cannot be voided. Issue a credit note instead.');
  cancelPayments(call, before.id, 'void_invoice');
  unschedule(call.world, before.id);
  const voided = changeInvoice(call, before, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: nowSeconds(call.world) },
  });
  emit(call, 'invoice.voided', voided);
  invoiceEnded(call, voided);
  return voided;
}

type WriteOffReason = Stripe.Invoice.StatusDetails.Uncollectible.Reason;

/** Bad debt. The customer may still pay it. */
export function markUncollectible(
  call: Call,
  before: Stripe.Invoice,
  reason: WriteOffReason = 'user_forgiven',
): Stripe.Invoice {
  if (before.status !== 'open')
    throw invalidRequest(
      `You can only mark an open invoice as uncollectible. This invoice is ${before.status}.`,
    );
  const uncollectible = changeInvoice(call, before, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_details: { uncollectible: { reason } },
    status_transitions: { ...before.status_transitions, marked_uncollectible_at: nowSeconds(call.world) },
  });
  emit(call, 'invoice.marked_uncollectible', uncollectible);
  invoiceEnded(call, uncollectible);
  return uncollectible;
}

/** Cancels every open payment of an invoice with its PaymentIntent. */
export function cancelPayments(
  call: Call,
  invoiceId: string,
  reason: Stripe.PaymentIntent.CancellationReason,
): void {
  const { store } = call.world;
  for (const payment of store.list('invoice_payment', {
    filters: { invoice: invoiceId, status: 'open' },
    limit: 100,
  })) {
    const now = nowSeconds(call.world);
    const canceledAt = { ...payment.status_transitions, canceled_at: now };
    store.save('invoice_payment', { ...payment, status: 'canceled', status_transitions: canceledAt });
    const intent = store.find('payment_intent', idOf(payment.payment.payment_intent) ?? '');
    if (
      !payment.is_default ||
      intent === null ||
      intent.status === 'succeeded' ||
      intent.status === 'canceled'
    )
      continue;
    supersedeChallenge(call, intent.id, 'payment_intent');
    const canceled: Stripe.PaymentIntent = {
      ...intent,
      status: 'canceled',
      canceled_at: now,
      cancellation_reason: reason,
      next_action: null,
    };
    emit(call, 'payment_intent.canceled', store.save('payment_intent', canceled));
  }
}
