/**
 * Facts that payments reports within its open transaction, and the handlers that act on them in that
 * transaction. server/settlement.ts lists the handlers. A handler that throws rolls everything back, so its
 * effects exist exactly when the fact is committed.
 */
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from './deps.ts';
import type { RefundState } from '#ports/payment-gateway.ts';

/**
 * An invoice is fully paid. The caller has locked the cart, the order, and the invoice. `booster`: for an
 * order of boosters.
 */
export type OrderPaid = { kind: 'order' | 'booster'; invoiceId: string; orderId: string; now: Date };
/** Like `OrderPaid` for one more period of a subscription, whose row the caller has also locked. */
export type RenewalPaid = {
  kind: 'renewal';
  invoiceId: string;
  orderId: string;
  subscriptionId: string;
  now: Date;
};
export type InvoicePaid = OrderPaid | RenewalPaid;

/**
 * Half of an order on credit was paid, fully or in part. `rest`: the amount of the invoice still owed.
 * `paidAt`: the processor's time. The caller has locked the order and the invoice.
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
 * A refund of an order's payment has changed at the processor. A refund that staff decided and the processor
 * never accepted is not reported. The caller has locked the order, the payment, and the invoice.
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

/**
 * From the shop's side: `won` means that the payment stands, `lost` that the bank has returned the money to
 * the customer.
 */
export type DisputeStage = 'opened' | 'won' | 'lost';

/**
 * A bank disputes an order's payment, or has decided. `isLast`: no later event is known. The caller has
 * locked the order and the payment.
 */
export type DisputeMoved = {
  disputeRef: string;
  stage: DisputeStage;
  isLast: boolean;
  amount: Cents;
  orderId: string;
  now: Date;
};

export type Handler<Fact> = (tx: Tx, deps: Deps, fact: Fact) => Promise<void>;

/**
 * Whether the order can still be fulfilled, checked under the handlers' locks before its payment counts.
 * False: this transaction canceled the order, voided its invoice, and notified the customer, and the money is
 * refunded.
 */
export type Check = (tx: Tx, deps: Deps, fact: OrderPaid) => Promise<boolean>;

/**
 * Reads the current state of an object that the processor charges on a schedule, and applies it. Called
 * without an open transaction. Safe to repeat.
 */
export type Follow = (deps: Deps, reference: string) => Promise<void>;

/** One list for each kind of invoice, in the order in which they run. */
export type SettlementHandlers = {
  canBeGiven: { booster: Check };
  invoicePaid: {
    order: readonly Handler<OrderPaid>[];
    booster: readonly Handler<OrderPaid>[];
    renewal: readonly Handler<RenewalPaid>[];
  };
  halfPaid: readonly Handler<HalfPaid>[];
  refundMoved: readonly Handler<RefundMoved>[];
  disputeMoved: readonly Handler<DisputeMoved>[];
  /**
   * Handlers of reported objects: a subscription, an invoice, a customer's payment that we did not open, or a
   * saved card by our id of its setup.
   */
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
