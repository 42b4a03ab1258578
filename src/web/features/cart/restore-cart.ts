/** Converts a cart from the server to the form that checkout uses. */
import { invoiceFieldNames, mapNames } from '#kernel/billing-fields.ts';
import type { readCart } from '#contract/carts.ts';
import type { Answer } from '#contract/endpoint.ts';
import { asCartProduct, type BillingDraft, type CartProduct } from './cart.ts';
import { countryCode } from '#web/ui/fields/countries.ts';

export type RestorableCart = Answer<typeof readCart>;

export type Restored = { products: CartProduct[]; billing: BillingDraft; discountCode: string | null };

/** A paid cart cannot be bought again. */
export const isUsedUp = ({ status }: RestorableCart): boolean =>
  status === 'completed' || status === 'recovered';

export const restored = (cart: RestorableCart): Restored => ({
  products: (cart.cartItems ?? [])
    .map(({ product }) => asCartProduct(product))
    .filter((product) => product !== null),
  billing: {
    firstName: cart.firstName ?? '',
    lastName: cart.lastName ?? '',
    email: cart.email ?? '',
    confirmEmail: cart.email ?? '',
    phoneNumber: cart.phoneNumber ?? '',
    address: cart.address ?? '',
    country: countryCode(cart.country ?? ''),
    ...mapNames(invoiceFieldNames, (name) => cart[name] ?? ''),
  },
  discountCode: cart.discountCode ?? null,
});
