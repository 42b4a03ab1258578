/** Boosters on the wire: each raises the credit limit of a Net 30 account once it is paid. */
import { z } from 'zod';
import { BillingDetails } from './billing.ts';
import { IdempotencyKey, PurchaseAnswer } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { BoosterId, CardId, Dollars, ShownTotal } from './values.ts';

export const Booster = z.object({
  id: BoosterId,
  title: z.string(),
  price: Dollars,
  creditLimitIncrease: Dollars,
  description: z.string(),
  /** Such as `#1f5c52`. */
  bgColor: z.string(),
});

export const listBoosters = endpoint({
  method: 'GET',
  path: '/api/boosters',
  access: 'public',
  summary: 'Lists boosters on sale in display order',
  response: z.array(Booster),
});

export const readBooster = endpoint({
  method: 'GET',
  path: '/api/boosters/{id}',
  access: 'public',
  summary: 'Returns a booster on sale',
  params: z.strictObject({ id: BoosterId }),
  response: Booster,
});

export const purchaseBooster = endpoint({
  method: 'POST',
  path: '/api/payments/purchase-booster',
  access: 'customer',
  limit: 'purchase',
  impersonation: 'refused',
  summary: 'Buys boosters; the limit rises once the payment succeeds',
  headers: IdempotencyKey,
  body: z.strictObject({
    boosterIds: z
      .array(BoosterId)
      .min(1, 'Choose a booster')
      .max(10, 'At most 10 boosters at a time')
      .refine((ids) => new Set(ids).size === ids.length, 'Each booster can be bought once at a time'),
    billingDetails: BillingDetails,
    /** One of the user's saved cards; omitted for a new card. */
    paymentMethodId: CardId.nullish(),
    /**
     * The total shown to the shopper. If the server's total differs, the purchase is rejected with the new
     * total.
     */
    expectedTotal: ShownTotal.optional(),
  }),
  response: PurchaseAnswer,
});
