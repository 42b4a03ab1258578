/**
 * HTTP routes for invoices and credit notes. PDFs are not JSON, so server/documents/document-pdf.ts serves
 * them.
 */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { readCreditNote } from './credit-notes.ts';
import { readInvoice } from './document.ts';

export function invoiceRoutes(mount: Mount, deps: Deps): void {
  mount(contract.readInvoice, ({ params }) => readInvoice(deps, params.id));
  mount(contract.readCreditNote, ({ params }) => readCreditNote(deps, params.id));
}
