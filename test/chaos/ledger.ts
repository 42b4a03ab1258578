/**
 * What the outside world was told. Only the harness can keep it: after a crash the shop must still agree with every word it gave,
 * and the rows alone cannot say what was promised.
 */
export type Purchase = { orderId: string; total: number; key: string; body: object };

export type Ledger = {
  carts: Set<string>;
  purchases: Purchase[];
  /** Orders that a buyer was told are paid. */
  paid: Set<string>;
  /** Payments that the processor told the buyer's browser have succeeded. */
  charged: Set<string>;
  /** Orders that the shop itself charged to a saved card, and told its buyer so. */
  chargedByShop: Set<string>;
  /** Events that the shop took with a 2xx. */
  events: Set<string>;
  /** Answers that nobody designed. */
  surprises: string[];
};

export const anEmptyLedger = (): Ledger => ({
  carts: new Set(),
  purchases: [],
  paid: new Set(),
  charged: new Set(),
  chargedByShop: new Set(),
  events: new Set(),
  surprises: [],
});
