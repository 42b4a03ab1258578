/**
 * Purchases on the wire. The `Idempotency-Key` identifies one visible attempt: repeating it never buys twice.
 */
import { z } from 'zod';
import { BillingDetails } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { CardId, CartId, CouponCode, Dollars, draftText, OrderId, ProductId, ShownTotal } from './values.ts';

export const PurchaseStatus = z.enum([
  'requires_confirmation',
  'requires_action',
  'processing',
  'paid',
  'invoiced',
]);

/** `client_secret` is present while the browser still has something to do. */
export const PurchaseAnswer = z.object({
  orderId: OrderId,
  status: PurchaseStatus,
  client_secret: z.string().optional(),
  total: Dollars,
});

const productIds = z
  .array(ProductId)
  .min(1, 'Your cart is empty')
  .max(50, 'A cart holds at most 50 products')
  .refine((ids) => new Set(ids).size === ids.length, 'Each product can be in the cart once');
const discountCode = CouponCode.nullish().or(z.literal('').transform(() => null));
/**
 * The total shown to the shopper. If the server's total differs, the purchase is rejected with the new total.
 */
const expectedTotal = ShownTotal.optional();
/** Version of the renewal terms that the buyer accepted. Its absence is recorded. */
const renewalTermsVersion = z
  .string()
  .regex(/^[A-Za-z0-9.-]{1,40}$/, 'The version of the renewal terms is not valid')
  .optional();
/**
 * Language of the page where the order is placed, in BCP 47: emails about the order use it. English when
 * omitted, or when there are no emails in the language.
 */
const language = z.string().max(35).optional();

export const PurchaseBody = z.strictObject({
  productIds,
  discountCode,
  billingDetails: BillingDetails,
  cartId: CartId.nullish(),
  creditPurchase: z.literal(false, 'Please log in to pay with credit').optional(),
  expectedTotal,
  renewalTermsVersion,
  language,
});

const byCustomer = {
  /** One of the user's saved cards; omitted for a new card. */
  paymentMethodId: CardId.nullish(),
  /** Saves the new card once it has paid. Has no effect for a saved card. */
  saveCard: z.boolean().optional(),
  creditPurchase: z.boolean().optional(),
};

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
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Places and pays an order as a guest with a new card',
  headers: IdempotencyKey,
  body: PurchaseBody,
  response: PurchaseAnswer,
});

export const purchase = endpoint({
  method: 'POST',
  path: '/api/payments/purchase',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Places and pays an order with a new or saved card',
  headers: IdempotencyKey,
  body: PurchaseBody.extend(byCustomer),
  response: PurchaseAnswer,
});

export const purchaseOrder = endpoint({
  method: 'POST',
  path: '/api/payments/purchase-order',
  access: 'public',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Pays an existing order',
  headers: IdempotencyKey,
  /**
   * The order was frozen when it was placed. All fields that describe it are accepted, because the
   * specification sends them, and ignored.
   */
  body: z.strictObject({
    ...byCustomer,
    orderId: OrderId,
    productIds: productIds.optional(),
    discountCode,
    /** Only the owner sees the full email; for others it is masked, here too. */
    billingDetails: z.strictObject({ ...BillingDetails.shape, email: draftText(254) }).optional(),
    cartId: CartId.nullish(),
    expectedTotal,
    renewalTermsVersion,
  }),
  response: PurchaseAnswer,
});
