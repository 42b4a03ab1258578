/** Draws invoices and credit notes as PDF files beside the main thread. Told a document, it answers with its bytes; an error ends it. */
import { parentPort } from 'node:worker_threads';
import { creditNotePdf } from '#modules/invoices/credit-note-pdf.ts';
import { invoicePdf } from '#modules/invoices/pdf.ts';

export type DrawnDocument =
  | { kind: 'invoice'; document: Parameters<typeof invoicePdf>[0] }
  | { kind: 'credit_note'; document: Parameters<typeof creditNotePdf>[0] };

parentPort?.on('message', async (drawn: DrawnDocument) => {
  parentPort?.postMessage(await (drawn.kind === 'invoice' ? invoicePdf(drawn.document) : creditNotePdf(drawn.document)));
});
