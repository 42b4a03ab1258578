/** Invoice lines: the items of a subscription for a period, and invoice items. */
import type Stripe from 'stripe';
import { moneyInWords } from '#sandbox/stripe/currencies.ts';
import { idOf, stripeId } from '#sandbox/stripe/ids.ts';
import type { Call } from '#sandbox/stripe/world.ts';
import type { Period } from './calendar.ts';
import { decimal } from './prices.ts';

const blankLine = {
  object: 'line_item',
  discount_amounts: [],
  discountable: true,
  discounts: [],
  livemode: false,
  pretax_credit_amounts: [],
  taxes: [],
} satisfies Partial<Stripe.InvoiceLineItem>;

export function itemLine(
  call: Call,
  invoiceId: string,
  item: Stripe.SubscriptionItem,
  { period, isTrial = false, description }: { period: Period; isTrial?: boolean; description?: string },
): Stripe.InvoiceLineItem {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const unit = isTrial ? 0 : (price.unit_amount ?? 0);
  const product = idOf(price.product) ?? '';
  const name = call.world.store.find('product', product)?.name ?? product;
  const every = `${moneyInWords(price.unit_amount ?? 0, price.currency)} / ${everyInWords(price)}`;
  return {
    ...blankLine,
    id: stripeId('il'),
    amount: unit * quantity,
    currency: price.currency,
    description:
      description ?? (isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${every})`),
    invoice: invoiceId,
    metadata: item.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pricing: {
      price_details: { price: price.id, product },
      type: 'price_details',
      unit_amount_decimal: decimal(unit),
    },
    quantity,
    quantity_decimal: decimal(quantity),
    subscription: item.subscription,
    subtotal: unit * quantity,
  };
}

export function invoiceItemLine(invoiceId: string, item: Stripe.InvoiceItem): Stripe.InvoiceLineItem {
  return {
    ...blankLine,
    id: stripeId('il'),
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    discountable: item.discountable,
    invoice: invoiceId,
    metadata: item.metadata ?? {},
    parent: itemParent(item),
    period: item.period,
    pricing: item.pricing,
    quantity: item.quantity,
    quantity_decimal: item.quantity_decimal,
    subscription: item.parent?.subscription_details?.subscription ?? null,
    subtotal: item.amount,
  };
}

/** A line caused by a subscription change belongs to its subscription item; any other stands alone. */
function itemParent({ id, proration, parent }: Stripe.InvoiceItem): Stripe.InvoiceLineItem.Parent {
  const { subscription = null, subscription_item: subscriptionItem } = parent?.subscription_details ?? {};
  const details = { invoice_item: id, proration, proration_details: { credited_items: null }, subscription };
  return subscriptionItem === undefined
    ? { invoice_item_details: details, subscription_item_details: null, type: 'invoice_item_details' }
    : {
        invoice_item_details: null,
        subscription_item_details: { ...details, subscription_item: subscriptionItem },
        type: 'subscription_item_details',
      };
}

function everyInWords({ recurring }: Stripe.Price): string {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {};
  return count === 1 ? interval : `every ${count} ${interval}s`;
}
