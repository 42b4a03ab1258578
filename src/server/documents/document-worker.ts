/**
 * Worker thread that renders documents as PDF. It receives a document and replies with its bytes; an error
 * ends the thread.
 */
import { parentPort } from 'node:worker_threads';
import { statementPdf } from '#modules/credit/statements/pdf.ts';
import { creditNotePdf, invoicePdf } from '#modules/invoices/pdf.ts';
import { taxInformationPdf } from '#modules/invoices/tax-information-pdf.ts';

const draw = {
  invoice: invoicePdf,
  credit_note: creditNotePdf,
  statement: statementPdf,
  tax_information: taxInformationPdf,
};

type Draw = typeof draw;
export type DrawnDocument = {
  [Kind in keyof Draw]: { kind: Kind; document: Parameters<Draw[Kind]>[0] };
}[keyof Draw];

parentPort?.on('message', async ({ kind, document }: DrawnDocument) => {
  // Copy into a separate buffer before the transfer. Otherwise Node would copy the whole pool buffer that
  // small buffers are cut from.
  const bytes = new Uint8Array(await draw[kind](document as never));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
