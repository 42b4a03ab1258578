/**
 * Carts stored on the server, so that they survive the loss of a device. The id is a capability. Amounts sent
 * by a client are never trusted.
 */
import { buyerFields, invoiceFieldNames, invoiceFields, mapNames } from '#kernel/billing-fields.ts';
import { z } from 'zod';
import { Product } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { CartId, CouponCode, Dollars, draftPhone, draftText, ProductId } from './values.ts';

const draft = {
  firstName: draftText(buyerFields.firstName.atMost),
  lastName: draftText(buyerFields.lastName.atMost),
  /** Incomplete addresses are saved too, because this is a draft. */
  email: draftText(buyerFields.email.atMost),
  country: draftText(buyerFields.country.atMost),
  phoneNumber: draftPhone,
  addressLine1: draftText(buyerFields.addressLine1.atMost),
  /** For the invoice, when the buyer is a company. */
  ...mapNames(invoiceFieldNames, (name) => draftText(invoiceFields[name].atMost).optional()),
  productIds: z
    .array(ProductId)
    .min(1, 'Your cart is empty')
    .max(50, 'A cart holds at most 50 products')
    .refine((ids) => new Set(ids).size === ids.length, 'Each product can be in the cart once'),
  discountCode: CouponCode.nullish().or(z.literal('').transform(() => null)),
  /**
   * The language of the page, in BCP 47: emails about the cart use it. English for a language that the shop
   * does not have.
   */
  language: z.string().max(35).optional(),
  /** Accepted because the specification sends it; recomputed on the server. */
  cartAmount: z.number().min(0).max(100_000_000).optional(),
};

const someValue = (cart: Record<string, unknown>) =>
  ['firstName', 'lastName', 'email', 'country', 'phoneNumber', 'addressLine1'].some(
    (field) => cart[field] !== '',
  );

export const CartDraft = z
  .strictObject(draft)
  .refine(someValue, 'Fill in at least one billing field to save the cart');
const CartUpdate = z
  .strictObject({
    ...draft,
    id: CartId.optional(),
    /**
     * The products the sender knew of: products added since by another device stay. Omitted: the cart becomes
     * exactly what is sent.
     */
    knownProductIds: z.array(ProductId).max(50).optional(),
  })
  .refine(someValue, 'Fill in at least one billing field to save the cart');

export const CartStatus = z.enum(['pending', 'abandoned', 'recovered', 'completed', 'lost']);

/** For a completed or recovered cart, only the id and status are returned. */
export const Cart = z.object({
  id: CartId,
  status: CartStatus,
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  address: z.string().optional(),
  country: z.string().optional(),
  ...mapNames(invoiceFieldNames, () => z.string().optional()),
  discountCode: z.string().nullable().optional(),
  cartItems: z.array(z.object({ product: Product })).optional(),
  productIds: z.array(ProductId).optional(),
  cartAmount: Dollars.optional(),
});

export const createCart = endpoint({
  method: 'POST',
  path: '/api/carts',
  access: 'public',
  summary: 'Stores a new cart',
  body: CartDraft,
  response: Cart,
});
export const readCart = endpoint({
  method: 'GET',
  path: '/api/carts/{id}',
  access: 'public',
  summary: 'Returns a cart to anyone who has its ID',
  params: z.strictObject({ id: CartId }),
  response: Cart,
});
export const updateCart = endpoint({
  method: 'PUT',
  path: '/api/carts/{id}',
  access: 'public',
  summary: 'Replaces the contents of a cart',
  params: z.strictObject({ id: CartId }),
  body: CartUpdate,
  response: Cart,
});
export const deleteCart = endpoint({
  method: 'DELETE',
  path: '/api/carts/{id}',
  access: 'public',
  summary: 'Deletes a cart; orders placed from it stay',
  params: z.strictObject({ id: CartId }),
  response: z.object({ id: CartId, status: CartStatus }),
});
export const readPendingCart = endpoint({
  method: 'GET',
  path: '/api/carts/pending/{email}',
  access: 'customer',
  limit: 'pending_cart',
  summary: "Returns the user's pending cart; other addresses return 404",
  params: z.strictObject({ email: z.string().max(300) }),
  response: Cart,
});
export const mergeCart = endpoint({
  method: 'POST',
  path: '/api/carts/{id}/merge',
  access: 'customer',
  summary: "Claims a guest cart, or merges it into the user's pending cart",
  params: z.strictObject({ id: CartId }),
  response: Cart,
});
export const stopReminders = endpoint({
  method: 'POST',
  path: '/api/carts/reminders/stop',
  access: 'public',
  summary: 'Stops cart reminders with the token from an email',
  body: z.strictObject({
    token: z
      .string({ error: 'This link is incomplete' })
      .min(1, 'This link is incomplete')
      .max(200, 'This link is incomplete'),
  }),
  response: z.object({}),
});
