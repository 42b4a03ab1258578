/** Invoice items: amounts that wait for the customer's next invoice, or were added to a draft. */
import type Stripe from 'stripe';
import { emit } from '#sandbox/stripe/events.ts';
import { stripeId } from '#sandbox/stripe/ids.ts';
import { type Call, nowSeconds } from '#sandbox/stripe/world.ts';
import type { Period } from './calendar.ts';
import { invoiceItemLine } from './lines.ts';
import { decimal } from './prices.ts';

export type ItemOptions = {
  customer: string;
  currency: string;
  unitAmount: number;
  quantity?: number;
  description?: string | null;
  pricing?: { price: string; product: string } | null;
  period?: Period | undefined;
  invoice?: string | null;
  subscription?: { id: string; item: string | null } | null;
  isProration?: boolean;
  discountable?: boolean;
  metadata?: Record<string, string>;
};

export function createInvoiceItem(call: Call, options: ItemOptions): Stripe.InvoiceItem {
  const now = nowSeconds(call.world);
  const quantity = options.quantity ?? 1;
  const item: Stripe.InvoiceItem = {
    id: stripeId('ii'),
    object: 'invoiceitem',
    amount: options.unitAmount * quantity,
    currency: options.currency,
    customer: options.customer,
    customer_account: null,
    date: now,
    description: options.description ?? null,
    discountable: options.discountable ?? !options.isProration,
    discounts: [],
    invoice: options.invoice ?? null,
    livemode: false,
    metadata: options.metadata ?? {},
    net_amount: options.unitAmount * quantity,
    parent: options.subscription
      ? {
          subscription_details: {
            subscription: options.subscription.id,
            ...(options.subscription.item === null ? {} : { subscription_item: options.subscription.item }),
          },
          type: 'subscription_details',
        }
      : null,
    period: options.period ?? { start: now, end: now },
    pricing: {
      ...(options.pricing ? { price_details: options.pricing } : {}),
      type: 'price_details',
      unit_amount_decimal: decimal(options.unitAmount),
    },
    proration: options.isProration ?? false,
    quantity,
    quantity_decimal: decimal(quantity),
    tax_rates: [],
    test_clock: null,
  };
  call.world.store.insert('invoiceitem', item, null);
  emit(call, 'invoiceitem.created', item);
  return item;
}

/**
 * Moves the customer's pending items to an invoice: those of this subscription and those of none, newest
 * first.
 */
export function takePendingItems(
  call: Call,
  invoiceId: string,
  customer: string,
  subscription: string | null,
): Stripe.InvoiceLineItem[] {
  const { store } = call.world;
  const waiting = store
    .list('invoiceitem', { filters: { customer }, limit: 1_000 })
    .filter(
      ({ invoice, parent }) =>
        invoice === null && [null, subscription].includes(parent?.subscription_details?.subscription ?? null),
    );
  return waiting.map((item) =>
    invoiceItemLine(invoiceId, store.save('invoiceitem', { ...item, invoice: invoiceId })),
  );
}
