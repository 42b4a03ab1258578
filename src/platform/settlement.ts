/**
 * What payments tells while its transaction is open, and who acts on it in that same transaction. The list of who does is
 * server/settlement.ts. A handler that throws rolls everything back, so what it does happens exactly when the fact is committed.
 */
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#platform/deps.ts';

/** All that is owed for an invoice has come in. The caller holds the cart, the order and the invoice behind it. */
export type InvoicePaid = { kind: 'order'; invoiceId: string; orderId: string; now: Date };

export type Handler<Fact> = (tx: Tx, deps: Deps, fact: Fact) => Promise<void>;

/** One list for each kind of invoice, in the order in which they act. */
export type SettlementHandlers = { invoicePaid: Record<InvoicePaid['kind'], readonly Handler<InvoicePaid>[]> };

export async function invoicePaid(tx: Tx, deps: Deps, fact: InvoicePaid): Promise<void> {
  for (const handle of deps.settlement.invoicePaid[fact.kind]) await handle(tx, deps, fact);
}
