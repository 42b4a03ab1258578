/** Credit notes: issued and voided together with their refund, readable by every holder of their link. */
import { shownEmail } from '#platform/shown-email.ts';
import type { Handled } from '#contract/endpoint.ts';
import type * as contract from '#contract/invoices.ts';
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { sellerAt } from '#modules/settings/service.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { Tx } from '#platform/database.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { RefundMoved } from '#modules/shared/settlement.ts';
import * as store from './credit-note-store.ts';
import { findIssued } from './document-store.ts';
import * as rules from './rules.ts';
import { takeNumber } from './store.ts';

/**
 * Issues or voids the note of a refund, as the table in rules.ts says. The caller has locked the invoice.
 * Holds the lock on the numbers until the transaction ends, so call it late. Returns the resulting note, or
 * null when there is none.
 */
export async function followRefund(
  tx: Tx,
  { refundId, stage, amount, invoiceId, now }: RefundMoved,
): Promise<store.CreditNote | null> {
  const note = await store.lockOfRefund(tx, refundId);
  const step = rules.creditNoteStep(stage, note?.status ?? null);
  if (step === 'void' && note !== null) {
    await store.markVoid(tx, note.id, 'void', now);
    return { ...note, status: 'void' };
  }
  if (step !== 'issue') return note;
  const invoice = await findIssued(tx, invoiceId);
  if (invoice === null)
    throw new Error(`refund ${refundId} is of invoice ${invoiceId}, which was not issued`);
  const text = `Refund of invoice ${invoice.number}, ${amount === invoice.amount ? 'in full' : 'in part'}`;
  const issued = { id: freshId('cn'), number: await takeNumber(tx, 'CN', now), amount };
  await store.insert(tx, { ...issued, invoiceId, refundId, text, now });
  return { ...issued, status: 'issued' };
}

export type CreditNoteDocument = Handled<typeof contract.readCreditNote>;

/** Throws `credit_note_not_found`. */
export async function readCreditNote({ db }: Pick<Deps, 'db'>, id: string): Promise<CreditNoteDocument> {
  const note = await store.find(db, id);
  if (note === null) throw new DomainError('credit_note_not_found');
  return {
    id,
    number: note.number,
    status: note.status,
    currency: 'usd',
    issuedAt: note.issuedAt.toISOString(),
    voidedAt: note.voidedAt?.toISOString() ?? null,
    invoice: note.invoice,
    orderNumber: orderNumber(note.orderNumber),
    seller: await sellerAt(db, note.issuedAt),
    billTo: { ...note.billTo, email: shownEmail(note.billTo.email) },
    lines: note.lines.map(({ text, amountCents }) => ({ text, amount: cents(amountCents) })),
    total: note.amount,
  };
}
