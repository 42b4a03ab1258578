/**
 * What the outside world was told. Only the harness can keep it: after a crash the shop must still agree with every word it gave,
 * and the rows alone cannot say what was promised.
 */
export type Purchase = { orderId: string; total: number; key: string; body: object };

/** `amount`: in cents; null for all that is left. */
export type Decision = { orderId: string; amount: number | null };

export type Ledger = {
  carts: Set<string>;
  purchases: Purchase[];
  /** Orders that a buyer was told are paid. */
  paid: Set<string>;
  /** Payments that the processor told the buyer's browser have succeeded. */
  charged: Set<string>;
  /** Orders that the shop itself charged to a saved card, and told its buyer so. */
  chargedByShop: Set<string>;
  /** What our staff decided to give back, by the name of the decision, whether or not they heard of it. */
  decisions: Map<string, Decision>;
  /** Refunds that our staff were told are on their way, by their id. */
  refunds: Map<string, { orderId: string; amount: number }>;
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
  decisions: new Map(),
  refunds: new Map(),
  events: new Set(),
  surprises: [],
});
