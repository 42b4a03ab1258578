/** Buying on the wire. The `Idempotency-Key` names one visible attempt: repeating it can never buy twice. */
import { z } from 'zod';
import { BillingDetails } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { CartId, CouponCode, Dollars, OrderId, ProductId } from './values.ts';

export const PurchaseStatus = z.enum(['requires_confirmation', 'requires_action', 'processing', 'paid', 'invoiced']);

/** `client_secret` is there while the browser still has something to do. */
export const PurchaseAnswer = z.object({
  orderId: OrderId,
  status: PurchaseStatus,
  client_secret: z.string().optional(),
  total: Dollars,
});

export const PurchaseBody = z.strictObject({
  productIds: z
    .array(ProductId)
    .min(1, 'Your cart is empty')
    .max(50, 'A cart holds at most 50 products')
    .refine((ids) => new Set(ids).size === ids.length, 'Each product can be in the cart once'),
  discountCode: CouponCode.nullish().or(z.literal('').transform(() => null)),
  billingDetails: BillingDetails,
  cartId: CartId.nullish(),
  creditPurchase: z.literal(false, 'Please log in to pay with credit').optional(),
  /** What the shopper was shown. When the server's total differs, the purchase is refused with the new total. */
  expectedTotal: Dollars.optional(),
});

export const IdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,64}$/, 'The Idempotency-Key is not valid')
    .optional(),
});

export const createAndPurchase = endpoint({
  method: 'POST',
  path: '/api/payments/create-and-purchase',
  access: 'public',
  summary: 'Buy as a guest with a new card',
  headers: IdempotencyKey,
  body: PurchaseBody,
  response: PurchaseAnswer,
});

export const readPaymentStatus = endpoint({
  method: 'GET',
  path: '/api/orders/{id}/payment-status',
  access: 'public',
  summary: 'Whether the order is paid, read afresh from the processor while it is open',
  params: z.strictObject({ id: OrderId }),
  response: z.object({
    orderId: OrderId,
    /** `open`: nothing paid yet, the card may still be tried. `checking`: the processor is still deciding. */
    status: z.enum(['open', 'requires_action', 'checking', 'paid', 'canceled']),
    orderNumber: z.string(),
    total: Dollars,
    /** The processor's words about the last decline, for the shopper. */
    message: z.string().optional(),
  }),
});
