/**
 * The situations of the payment rules for `docs/reference/situations.md`, by number. A test belongs to a
 * situation when its title starts with the number, such as `9: …`. `more` lists other tests that cover it.
 */
export type Situation = { what: string; outcome: string; more?: string[] };

export const situationTexts: Readonly<Record<number, Situation>> = {
  1: {
    what: 'A webhook arrives before the purchase call returns, or before the payment row has its reference',
    outcome: 'The order is settled by its metadata',
  },
  2: {
    what: 'The buyer closes the tab right after confirming',
    outcome: 'The order is paid, the cart completed, and the receipt sent',
    more: ['e2e/buying.spec.ts'],
  },
  3: {
    what: 'Webhooks are down',
    outcome: 'The sweep settles within minutes. The late webhook changes nothing',
  },
  4: {
    what: 'The same webhook arrives five times at once, and two browsers return',
    outcome: 'The order is fulfilled once',
    more: ['test/chaos/schedules.test.ts'],
  },
  5: {
    what: 'Events arrive out of order, with an old failure after the success',
    outcome: 'A state is never downgraded',
  },
  6: {
    what: 'Double clicks and network retries, ten at once',
    outcome: 'One order, one payment',
    more: ['e2e/buying.spec.ts'],
  },
  7: {
    what: 'Two tabs pay the same cart or order',
    outcome: 'One charge. The other tab shows that it is paid',
    more: ['e2e/buying.spec.ts'],
  },
  8: {
    what: 'Two payments of one order both succeed',
    outcome: 'The second is refunded automatically and raises an alarm',
  },
  9: {
    what: 'The process dies after the payment was created and before it was stored',
    outcome: 'A retry gets the same payment. An orphan is attached by metadata',
    more: ['test/chaos/storm.test.ts'],
  },
  10: {
    what: 'The process dies after the order was stored and before the processor was called',
    outcome: 'A retry continues. Otherwise the order expires and releases its coupon use',
  },
  11: {
    what: 'The processor times out or fails',
    outcome: 'The outcome is unknown, never "failed". A stored failure does not block the order',
    more: ['test/chaos/fault-matrix.test.ts'],
  },
  12: {
    what: 'The price changes between cart and payment',
    outcome: 'The purchase is rejected with 409 and the new total',
  },
  13: {
    what: 'Amount, currency, or customer of a payment differs from the order',
    outcome: 'The order is not fulfilled. The money is parked for review',
  },
  14: {
    what: 'Fifty buyers race for the last use of a coupon',
    outcome: 'Exactly the limit succeed. Abandoned uses are released',
    more: ['src/modules/checkout/placing/coupon-hold.test.ts', 'test/chaos/schedules.test.ts'],
  },
  15: {
    what: 'A total of zero, or of 1 to 49 cents',
    outcome: 'Zero is a free order without the processor. 1 to 49 cents are rejected with the reason',
    more: ['e2e/discounts.spec.ts'],
  },
  16: {
    what: 'Odd cents, or a fixed discount above the subtotal',
    outcome: 'Whole cents, never below zero, the same on page and server',
    more: ['src/modules/coupons/rules.test.ts', 'src/web/features/checkout/summary/totals.test.ts'],
  },
  17: {
    what: 'A card is declined, then another card is used',
    outcome: 'The same payment continues with its coupon. The decline message is shown',
    more: ['e2e/buying.spec.ts'],
  },
  18: {
    what: '3-D Secure is abandoned, fails, and is tried again',
    outcome: 'The order stays open until the payment succeeds',
    more: ['e2e/buying.spec.ts'],
  },
  19: {
    what: 'A saved card needs authentication',
    outcome: 'The browser completes it. Success is not shown early',
    more: ['e2e/profile.spec.ts'],
  },
  20: {
    what: 'A saved card belongs to another customer, was removed, or has expired',
    outcome: 'The purchase is rejected and nothing is charged',
    more: ['src/modules/payments/card-rules.test.ts'],
  },
  21: {
    what: "A customer pays another customer's order, or one that is paid or canceled",
    outcome: 'The payment is rejected',
    more: ['src/modules/checkout/placing/running.test.ts'],
  },
  22: {
    what: 'A guest pays and has an account, or creates one later',
    outcome: 'No account takeover. The order is attached once the address is confirmed',
  },
  23: {
    what: 'A booster is reported paid three times at once, refunded, or disputed, or its account closes before payment',
    outcome: 'The limit rises once and falls once. Money without effect is refunded',
    more: ['e2e/booster.spec.ts'],
  },
  24: {
    what: 'Credit purchases race for the last available dollar',
    outcome: 'As many as fit succeed. Available credit never falls below zero',
    more: [
      'src/modules/checkout/placing/on-credit.test.ts',
      'src/modules/credit/ledger/ledger.test.ts',
      'test/chaos/schedules.test.ts',
    ],
  },
  25: {
    what: 'A retry sends a Net 30 invoice twice, or it is paid on time, unpaid, or paid late',
    outcome: 'One invoice. On time: a bonus. Unpaid: credit on hold. Late: the hold ends without a bonus',
    more: [
      'src/modules/checkout/placing/on-credit.test.ts',
      'src/modules/credit/lateness/sweep.test.ts',
      'src/modules/credit/ledger/ledger.test.ts',
      'e2e/credit-life.spec.ts',
    ],
  },
  26: {
    what: 'A Net 30 invoice is voided, partly paid, or paid outside the shop',
    outcome: 'A voided invoice is no longer owed. Each part and each outside payment counts',
    more: ['src/modules/checkout/placing/on-credit.test.ts', 'src/modules/credit/ledger/ledger.test.ts'],
  },
  27: {
    what: "A refund in the processor's dashboard: full, partial, pending, or failed",
    outcome: 'Totals follow. The order is not canceled by mistake',
  },
  28: {
    what: 'Staff press Refund twice',
    outcome: 'One refund, and never more than was captured',
    more: ['test/chaos/schedules.test.ts'],
  },
  29: {
    what: 'A dispute is opened, won, or lost, next to refunds',
    outcome: 'It is recorded once, with its money',
  },
  30: {
    what: 'Renewals succeed, fail, recover, or end',
    outcome:
      "Follows the processor's events in any order. Retried on days 3, 7, and 14; ends on day 21. Each step is emailed",
    more: ['year', 'any-order', 'deaths', 'month-ends']
      .map((name) => `src/modules/subscriptions/${name}.test.ts`)
      .concat('e2e/subscriptions.spec.ts'),
  },
  31: {
    what: 'Webhooks are forged, stale, or altered, or name unknown objects, or the secret is being rotated',
    outcome: 'Invalid: 400, nothing stored. Unknown object: 200, ignored. Rotation: both secrets are valid',
  },
  32: {
    what: 'Saving a card is abandoned, repeated, or declined by the bank, or the card is already saved',
    outcome: 'The card is listed once, or not at all',
  },
  33: {
    what: 'An order expires while a late payment is in progress',
    outcome: 'What the processor accepted counts',
  },
  34: { what: 'A live key with a sandbox address, or the reverse', outcome: 'The process refuses to start' },
};
