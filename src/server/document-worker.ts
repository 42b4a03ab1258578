/** Draws documents as PDF files beside the main thread. Told a document, it answers with its bytes; an error ends it. */
import { parentPort } from 'node:worker_threads';
import { statementPdf } from '#modules/credit/statements/pdf.ts';
import { creditNotePdf } from '#modules/invoices/credit-note-pdf.ts';
import { invoicePdf } from '#modules/invoices/pdf.ts';
import { taxInformationPdf } from '#modules/invoices/tax-information-pdf.ts';

const draw = { invoice: invoicePdf, credit_note: creditNotePdf, statement: statementPdf, tax_information: taxInformationPdf };

type Draw = typeof draw;
export type DrawnDocument = { [Kind in keyof Draw]: { kind: Kind; document: Parameters<Draw[Kind]>[0] } }[keyof Draw];

parentPort?.on('message', async ({ kind, document }: DrawnDocument) => {
  // Handed over, and in a buffer of its own: else the whole of the buffer that Node cuts small ones from would be copied with it.
  const bytes = new Uint8Array(await draw[kind](document as never));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
