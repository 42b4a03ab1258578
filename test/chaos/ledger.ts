/**
 * Records every response that the shop gave to the outside world. After a crash the shop must still honor all
 * of them, and its rows alone do not show what was promised.
 */
export type Purchase = { orderId: string; total: number; key: string; body: object };

/** `amount`: in cents; null for everything that is left. */
export type Decision = { orderId: string; amount: number | null };

export type Ledger = {
  carts: Set<string>;
  purchases: Purchase[];
  /** Orders that the shop reported as paid to the buyer. */
  paid: Set<string>;
  /** Payments that the processor reported as succeeded to the buyer's browser. */
  charged: Set<string>;
  /** Orders that the shop charged to a saved card and reported as paid. */
  chargedByShop: Set<string>;
  /** Refund decisions by staff, by decision name, even if no response arrived. */
  decisions: Map<string, Decision>;
  /** Refunds that the shop confirmed to staff, by their id. */
  refunds: Map<string, { orderId: string; amount: number }>;
  /** Events that the shop acknowledged with a 2xx. */
  events: Set<string>;
  /** Responses outside the defined set. */
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
