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
  parentPort?.postMessage(await draw[kind](document as never));
});
