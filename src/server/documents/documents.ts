/** Renders invoices, credit notes, statements, and the seller's W-9 as PDF files. */
import type { Company } from '#content/site.ts';
import type { StatementDocument } from '#modules/credit/statements/service.ts';
import { readCreditNote } from '#modules/invoices/credit-notes.ts';
import { readInvoice } from '#modules/invoices/document.ts';
import type { Database } from '#platform/database.ts';
import { createWorkerQueue } from '#platform/worker-queue.ts';
import type { Attachment } from '#ports/mailer.ts';
import type { DrawnDocument } from './document-worker.ts';

/**
 * Rendering takes about 8 ms of CPU, the first one with its fonts much more, so it runs outside the event
 * loop.
 */
const drawing = createWorkerQueue<DrawnDocument, Uint8Array>(
  new URL('./document-worker.ts', import.meta.url),
  { restMs: 60_000 },
);

/** Stops the rendering thread. */
export const stopDrawing = drawing.stop;

/**
 * Renders an invoice or a credit note.
 * @throws `invoice_not_found`, `credit_note_not_found`.
 */
export async function printDocument(db: Database, id: string): Promise<Attachment> {
  const drawn: DrawnDocument = id.startsWith('cn_')
    ? { kind: 'credit_note', document: await readCreditNote({ db }, id) }
    : { kind: 'invoice', document: await readInvoice({ db }, id) };
  return {
    fileName: `${drawn.document.number}.pdf`,
    contentType: 'application/pdf',
    content: await drawing.run(drawn),
  };
}

export const printStatement = async (document: StatementDocument): Promise<Attachment> => ({
  fileName: `Statement ${document.month}.pdf`,
  contentType: 'application/pdf',
  content: await drawing.run({ kind: 'statement', document }),
});

export const printTaxInformation = async (company: Company, now: Date): Promise<Attachment> => ({
  fileName: 'Taxpayer information.pdf',
  contentType: 'application/pdf',
  content: await drawing.run({ kind: 'tax_information', document: { company, madeAt: now.toISOString() } }),
});
