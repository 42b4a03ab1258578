/** The body of a purchase call: the buyer, the cart, and the total that the shopper saw. */
import { filledInvoiceTexts } from '#kernel/billing-fields.ts';
import type { createAndPurchase } from '#contract/checkout.ts';
import type { Sent } from '#contract/endpoint.ts';
import { toDollars } from '#kernel/money.ts';
import { renewalTermsVersion } from '#kernel/renewal-terms.ts';
import type { BillingDraft, CartState } from '#web/features/cart/cart.ts';
import { codeFor, isRenewing, totalsOf, withRenewals } from '#web/features/checkout/summary/totals.ts';

export type PurchaseContent = Sent<typeof createAndPurchase>['body'];

export const billingDetailsOf = (billing: BillingDraft): PurchaseContent['billingDetails'] => ({
  firstName: billing.firstName,
  lastName: billing.lastName,
  email: billing.email,
  country: billing.country,
  phone: billing.phoneNumber,
  addressLine1: billing.address,
  ...filledInvoiceTexts(billing),
});

export function contentOf(
  cart: Pick<CartState, 'cartProducts' | 'discount' | 'cartId'>,
  billing: BillingDraft,
): PurchaseContent {
  return {
    productIds: cart.cartProducts.map(({ id }) => id),
    discountCode: codeFor(cart.cartProducts, cart.discount)?.code ?? null,
    billingDetails: billingDetailsOf(billing),
    cartId: cart.cartId,
    // The form cannot be submitted without consent to the renewal terms.
    ...(withRenewals(cart.cartProducts, cart.discount).some(isRenewing) ? { renewalTermsVersion } : {}),
    expectedTotal: toDollars(totalsOf(cart.cartProducts, cart.discount).totalCents),
  };
}
