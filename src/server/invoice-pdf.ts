/**
 * `GET /api/invoices/{id}/pdf`: the invoice as a file. No row of the contract because it is no JSON; the row `readInvoice` says what is in
 * it. Made for each request: it changes with every refund, and nobody but its owner may keep it.
 */
import type { Hono } from 'hono';
import { InvoiceId } from '#contract/values.ts';
import { DomainError } from '#kernel/errors.ts';
import { readInvoice } from '#modules/invoices/document.ts';
import type { Deps } from '#platform/deps.ts';
import { nameRoute } from '#platform/request-context.ts';
import { commonHeaders } from './security-headers.ts';

export function invoicePdfRoute(api: Hono, deps: Deps): void {
  api.get('/api/invoices/:id/pdf', async (context) => {
    nameRoute('/api/invoices/{id}/pdf');
    const id = InvoiceId.safeParse(context.req.param('id'));
    if (!id.success) throw new DomainError('invoice_not_found');
    const invoice = await readInvoice(deps, id.data);
    const { invoicePdf } = await import('#modules/invoices/pdf.ts');
    return context.body(new Uint8Array(await invoicePdf(invoice)), 200, {
      ...commonHeaders,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoice.number}.pdf"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      // Browsers show a PDF by a page of their own, which a sandbox or a stricter policy would leave empty. It holds no script.
      'content-security-policy': "frame-ancestors 'none'",
    });
  });
}
