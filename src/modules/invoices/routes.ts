/** HTTP for invoices. The PDF is no JSON and has a route of its own: server/invoice-pdf.ts. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { readInvoice } from './document.ts';

export function invoiceRoutes(mount: Mount, deps: Deps): void {
  mount(contract.readInvoice, ({ params }) => readInvoice(deps, params.id));
}
