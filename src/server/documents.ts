/** Invoices and credit notes as PDF files, by the id of the document. What draws them is loaded with the first one: most requests need none. */
import { readCreditNote } from '#modules/invoices/credit-notes.ts';
import { readInvoice } from '#modules/invoices/document.ts';
import type { Database } from '#platform/database.ts';
import type { Attachment } from '#ports/mailer.ts';

/** Throws `invoice_not_found` and `credit_note_not_found`. */
export async function printDocument(db: Database, id: string): Promise<Attachment> {
  const { number, content } = await (id.startsWith('cn_') ? creditNote(db, id) : invoice(db, id));
  return { fileName: `${number}.pdf`, contentType: 'application/pdf', content };
}

type Printed = { number: string; content: Uint8Array };

async function invoice(db: Database, id: string): Promise<Printed> {
  const read = await readInvoice({ db }, id);
  const { invoicePdf } = await import('#modules/invoices/pdf.ts');
  return { number: read.number, content: await invoicePdf(read) };
}

async function creditNote(db: Database, id: string): Promise<Printed> {
  const read = await readCreditNote({ db }, id);
  const { creditNotePdf } = await import('#modules/invoices/credit-note-pdf.ts');
  return { number: read.number, content: await creditNotePdf(read) };
}
