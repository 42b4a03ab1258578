/**
 * Serves `GET /api/invoices/{id}/pdf`, `GET /api/credit-notes/{id}/pdf`, and `GET /api/w-9/pdf` (the seller's
 * tax form). They are not in the contract because they return no JSON; `readInvoice` and `readCreditNote`
 * describe the content. PDFs are rendered per request: an invoice changes with every refund, and shared
 * caches must not store it.
 */
import type { Context, Hono } from 'hono';
import { contract } from '#contract/contract.ts';
import { CreditNoteId, InvoiceId } from '#contract/values.ts';
import { DomainError } from '#kernel/errors.ts';
import { readStatement } from '#modules/credit/statements/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { nameRoute } from '#platform/request-context.ts';
import { printDocument, printStatement, printTaxInformation } from './documents.ts';
import type { Attachment } from '#ports/mailer.ts';
import { commonHeaders } from '#server/http/security-headers.ts';

const places = [
  { path: '/api/invoices', pattern: InvoiceId, refusal: 'invoice_not_found' },
  { path: '/api/credit-notes', pattern: CreditNoteId, refusal: 'credit_note_not_found' },
] as const;

export function documentPdfRoutes(
  api: Hono,
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
): void {
  for (const { path, pattern, refusal } of places)
    api.get(`${path}/:id/pdf`, async (context) => {
      nameRoute(`${path}/{id}/pdf`);
      const id = pattern.safeParse(context.req.param('id'));
      if (!id.success) throw new DomainError(refusal);
      return answer(context, await printDocument(db, id.data));
    });
  api.get('/api/w-9/pdf', async (context) => {
    nameRoute('/api/w-9/pdf');
    return answer(context, await printTaxInformation(settings.current().company, clock.now()));
  });
}

const answer = (context: Context, { fileName, content }: Attachment): Response =>
  context.body(new Uint8Array(content), 200, {
    ...commonHeaders,
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${fileName}"`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    // Browsers show a PDF in a built-in page that a sandbox or a stricter policy would leave empty. A PDF
    // runs no script here.
    'content-security-policy': "frame-ancestors 'none'",
  });

/** A link cannot send a bearer token, so the browser fetches the statement and saves the bytes. */
export const statementPdfRoute = (mount: Mount, deps: Deps): void =>
  mount(contract.printCreditStatement, async ({ query }, caller) => {
    const { fileName, content } = await printStatement(await readStatement(deps, caller, query.month));
    return { fileName, content: Buffer.from(content).toString('base64') };
  });
