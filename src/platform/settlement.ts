/**
 * What payments tells while its transaction is open, and who acts on it in that same transaction. The list of who does is
 * server/settlement.ts. A handler that throws rolls everything back, so what it does happens exactly when the fact is committed.
 */
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';
import type { RefundState } from '#ports/payment-gateway.ts';

/** All that is owed for an invoice has come in. The caller holds the cart, the order and the invoice behind it. `booster`: of an order of boosters. */
export type OrderPaid = { kind: 'order' | 'booster'; invoiceId: string; orderId: string; now: Date };
/** The same for one more period of a subscription, whose row the caller holds too. */
export type RenewalPaid = { kind: 'renewal'; invoiceId: string; orderId: string; subscriptionId: string; now: Date };
export type InvoicePaid = OrderPaid | RenewalPaid;

/**
 * Money came in for half of an order on credit, all of it or a part. `rest`: what of the invoice is still owed. `paidAt`: the processor's time.
 * The caller holds the order and the invoice.
 */
export type HalfPaid = {
  invoiceId: string;
  orderId: string;
  paymentRef: string;
  amount: Cents;
  rest: Cents;
  card: { brand: string; last4: string } | null;
  paidAt: Date;
};

/**
 * A refund of what an order was paid with has moved at the processor. What our staff decided and the processor never took is no fact. The
 * caller holds the order, the payment and the invoice.
 */
export type RefundMoved = {
  refundId: string;
  stage: RefundState;
  amount: Cents;
  invoiceId: string;
  orderId: string;
  askedAt: Date;
  now: Date;
};

/** From the shop's side: `won` means that the payment stands, `lost` that the bank has given the money back to the customer. */
export type DisputeStage = 'opened' | 'won' | 'lost';

/**
 * A bank takes back what an order was paid with, or has decided. `isLast`: nothing later is known of it. The caller holds the order and the
 * payment.
 */
export type DisputeMoved = { disputeRef: string; stage: DisputeStage; isLast: boolean; amount: Cents; orderId: string; now: Date };

export type Handler<Fact> = (tx: Tx, deps: Deps, fact: Fact) => Promise<void>;

/**
 * Whether what was ordered can still be given, asked before its money counts, by whoever holds what the handlers hold. False: the order was
 * canceled in this transaction, its invoice is void and its customer told, and the money goes back.
 */
export type Check = (tx: Tx, deps: Deps, fact: OrderPaid) => Promise<boolean>;

/** Reads the truth about something that the processor charges by itself, and follows it. No transaction is open. Safe to repeat. */
export type Follow = (deps: Deps, reference: string) => Promise<void>;

/** One list for each kind of invoice, in the order in which they act. */
export type SettlementHandlers = {
  canBeGiven: { booster: Check };
  invoicePaid: { order: readonly Handler<OrderPaid>[]; booster: readonly Handler<OrderPaid>[]; renewal: readonly Handler<RenewalPaid>[] };
  halfPaid: readonly Handler<HalfPaid>[];
  refundMoved: readonly Handler<RefundMoved>[];
  disputeMoved: readonly Handler<DisputeMoved>[];
  /** Who follows what was reported: a subscription, an invoice, a payment of a customer that none of ours is, or a saved card by our id of its set-up. */
  follow: { subscription: Follow; invoice: readonly Follow[]; customer: readonly Follow[]; setup: Follow };
};

export async function invoicePaid(tx: Tx, deps: Deps, fact: InvoicePaid): Promise<void> {
  const { renewal, ...ofOrders } = deps.settlement.invoicePaid;
  if (fact.kind === 'renewal') for (const handle of renewal) await handle(tx, deps, fact);
  else for (const handle of ofOrders[fact.kind]) await handle(tx, deps, fact);
}

export async function halfPaid(tx: Tx, deps: Deps, fact: HalfPaid): Promise<void> {
  for (const handle of deps.settlement.halfPaid) await handle(tx, deps, fact);
}

export const canBeGiven = async (tx: Tx, deps: Deps, fact: OrderPaid): Promise<boolean> =>
  fact.kind !== 'booster' || deps.settlement.canBeGiven.booster(tx, deps, fact);

export async function refundMoved(tx: Tx, deps: Deps, fact: RefundMoved): Promise<void> {
  for (const handle of deps.settlement.refundMoved) await handle(tx, deps, fact);
}

export async function disputeMoved(tx: Tx, deps: Deps, fact: DisputeMoved): Promise<void> {
  for (const handle of deps.settlement.disputeMoved) await handle(tx, deps, fact);
}
