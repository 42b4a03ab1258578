/**
 * Checks credit invoices against the processor: each exists there once, with the same amount and the same
 * status.
 */
import type { Violation } from '#modules/operations/invariants/invariants.ts';
import type { World } from './world.ts';

export async function checkCreditInvoices({ db, processor }: World): Promise<Violation[]> {
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'number', 'status', 'amount_cents', 'paid_cents', 'processor_ref'])
    .where('kind', '=', 'net30')
    .execute();
  if (rows.length === 0) return [];
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const times = new Map<string, number>();
  const found: Violation[] = [];
  const report = (subject: string, detail: string): void =>
    void found.push({
      invariant: 'I5 an invoice on credit is at the processor once, as our rows say',
      subject,
      detail,
    });
  for await (const { id, metadata, status, total, amount_paid: paid } of processor.stripe.invoices.list({
    limit: 100,
  })) {
    const invoiceId = metadata?.invoice_id;
    if (invoiceId === undefined) continue;
    times.set(invoiceId, (times.get(invoiceId) ?? 0) + 1);
    const row = rowsById.get(invoiceId);
    if (row === undefined) report(id, 'our rows do not know it');
    else if (
      row.processor_ref !== id ||
      row.amount_cents !== total ||
      row.paid_cents !== paid ||
      row.status !== status
    )
      report(
        id,
        `${status}, ${paid} of ${total}; here ${row.status}, ${row.paid_cents} of ${row.amount_cents}, ${row.processor_ref}`,
      );
  }
  for (const { id, number, status } of rows)
    if ((times.get(id) ?? 0) > 1 || (status !== 'void' && !times.has(id)))
      report(number ?? id, `is there ${times.get(id) ?? 0} times`);
  return found;
}
