/**
 * `GET /api/invoices/{id}/pdf` and `GET /api/credit-notes/{id}/pdf`: the document as a file, and `GET /api/w-9/pdf`: what a buyer's books
 * want to know of the seller. No rows of the contract because they are no JSON; the rows `readInvoice` and `readCreditNote` say what is in
 * them. Made for each request: an invoice changes with every refund, and nobody but its owner may store it.
 */
import type { Context, Hono } from 'hono';
import { contract } from '#contract/contract.ts';
import { CreditNoteId, InvoiceId } from '#contract/values.ts';
import { DomainError } from '#kernel/errors.ts';
import { readStatement } from '#modules/credit/statements/service.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { nameRoute } from '#platform/request-context.ts';
import { printDocument, printStatement, printTaxInformation } from './documents.ts';
import type { Attachment } from '#ports/mailer.ts';
import { commonHeaders } from './security-headers.ts';

const places = [
  { path: '/api/invoices', pattern: InvoiceId, refusal: 'invoice_not_found' },
  { path: '/api/credit-notes', pattern: CreditNoteId, refusal: 'credit_note_not_found' },
] as const;

export function documentPdfRoutes(api: Hono, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  for (const { path, pattern, refusal } of places)
    api.get(`${path}/:id/pdf`, async (context) => {
      nameRoute(`${path}/{id}/pdf`);
      const id = pattern.safeParse(context.req.param('id'));
      if (!id.success) throw new DomainError(refusal);
      return answer(context, await printDocument(db, id.data));
    });
  api.get('/api/w-9/pdf', async (context) => {
    nameRoute('/api/w-9/pdf');
    return answer(context, await printTaxInformation(clock.now()));
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
    // Browsers show a PDF by a page of their own, which a sandbox or a stricter policy would leave empty. It holds no script.
    'content-security-policy': "frame-ancestors 'none'",
  });

/** A link carries no bearer token, so the browser asks for the statement as for any other answer and saves the bytes. */
export const statementPdfRoute = (mount: Mount, deps: Deps): void =>
  mount(contract.printCreditStatement, async ({ query }, caller) => {
    const { fileName, content } = await printStatement(await readStatement(deps, caller, query.month));
    return { fileName, content: Buffer.from(content).toString('base64') };
  });
