/**
 * The page at `hosted_invoice_url`, where a customer pays without an account, and the invoice as PDF. It runs
 * no script.
 */
import { type Context, Hono } from 'hono';
import type Stripe from 'stripe';
import { html, page, pageHeaders as strictHeaders } from '#sandbox/page.ts';
import { defaultIntent } from '#sandbox/stripe/billing/collecting.ts';
import { linesOf } from '#sandbox/stripe/billing/invoices.ts';
import { confirmPayment } from '#sandbox/stripe/charging.ts';
import { moneyInWords } from '#sandbox/stripe/currencies.ts';
import { ApiError } from '#sandbox/stripe/http/errors.ts';
import { createPaymentMethod } from '#sandbox/stripe/payment-methods.ts';
import { internalCall, type World } from '#sandbox/stripe/world.ts';
import { type CardForm, dateInWords, invoicePage } from './invoice-page.ts';
import { type PdfLine, pdfOf } from './pdf.ts';

const headers = { ...strictHeaders, 'x-robots-tag': 'noindex' };

export function hostedApp(world: World): Hono {
  const app = new Hono();
  app.get('/i/:id', (context) => show(context, world));
  app.post('/i/:id', (context) => takeCard(context, world));
  app.get('/i/:id/pdf', (context) => {
    const invoice = find(context, world);
    if (invoice === null) return missing(context);
    const document = pdfOf(
      `Invoice ${invoice.number ?? ''}`,
      pdfLines(invoice, linesOf(internalCall(world), invoice.id)),
    );
    context.header('content-type', 'application/pdf');
    context.header(
      'content-disposition',
      `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`,
    );
    context.header('cache-control', 'no-store');
    return context.body(new Uint8Array(document));
  });
  return app;
}

const find = (context: Context, world: World): Stripe.Invoice | null =>
  world.store.find('invoice', context.req.param('id') ?? '');

function show(context: Context, world: World, form: CardForm | null = null) {
  const invoice = find(context, world);
  if (invoice === null || invoice.number === null) return missing(context);
  return context.html(
    invoicePage(invoice, linesOf(internalCall(world), invoice.id), form),
    form === null ? 200 : 402,
    headers,
  );
}

const missing = (context: Context) =>
  context.html(
    page({ title: 'Not found', isForCustomers: true, body: html`<h1>This invoice does not exist</h1>` }),
    404,
    headers,
  );

/**
 * A declined card shows the form again. A 3-D Secure challenge redirects the customer to the bank's page and
 * back.
 */
async function takeCard(context: Context, world: World) {
  const sent = await context.req.parseBody();
  const typed = (name: string): string => (typeof sent[name] === 'string' ? sent[name].trim() : '');
  const invoice = find(context, world);
  if (invoice === null) return missing(context);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    return context.redirect(`/i/${invoice.id}`, 303);
  const expiry = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(typed('expiry'));
  if (expiry === null)
    return show(context, world, {
      problem: 'The expiration date is incomplete.',
      field: 'expiry',
      name: typed('name'),
    });
  try {
    const url = pay(world, invoice, {
      number: typed('number'),
      exp_month: Number(expiry[1]),
      exp_year: Number(expiry[2]),
      cvc: typed('cvc'),
      name: typed('name'),
    });
    return context.redirect(url ?? `/i/${invoice.id}`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(context, world, { problem: error.message, field: fieldOf(error), name: typed('name') });
  } finally {
    world.webhooks.wake();
  }
}

function fieldOf({ details: { param } }: ApiError): CardForm['field'] {
  if (param === 'number' || param === 'cvc') return param;
  return param?.startsWith('exp_') ? 'expiry' : null;
}

type TypedCard = { number: string; exp_month: number; exp_year: number; cvc: string; name: string };

/** Returns the address of the bank's page, or null when the payment is complete. */
function pay(world: World, invoice: Stripe.Invoice, { name, ...card }: TypedCard): string | null {
  const call = internalCall(world);
  const outcome = world.database.step(() => {
    try {
      const method = createPaymentMethod(call, { card, billing: { name, email: invoice.customer_email } });
      return confirmPayment(call, defaultIntent(call, invoice.id), {
        methodId: method.id,
        methodData: null,
        returnUrl: `${world.origin}/i/${invoice.id}`,
        useStripeSdk: false,
        offSession: false,
        failOnAction: false,
      });
    } catch (error) {
      if (error instanceof ApiError && error.commitsChanges) return error;
      throw error;
    }
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome.next_action?.redirect_to_url?.url ?? null;
}

function pdfLines(invoice: Stripe.Invoice, lines: Stripe.InvoiceLineItem[]): PdfLine[] {
  const money = (amount: number): string => moneyInWords(amount, invoice.currency);
  const dated = (words: string, at: number | null): PdfLine[] =>
    at === null ? [] : [{ text: words, right: dateInWords(at) }];
  return [
    { text: 'Invoice', size: 22 },
    { text: invoice.account_name ?? '' },
    { text: '' },
    { text: 'Invoice number', right: invoice.number ?? '' },
    ...dated('Date of issue', invoice.effective_at),
    ...dated('Date due', invoice.due_date),
    { text: 'Bill to', right: invoice.customer_name ?? invoice.customer_email ?? '' },
    { text: '' },
    ...lines.map((line) => ({ text: line.description ?? '', right: money(line.amount) })),
    { text: '' },
    { text: 'Total', right: money(invoice.total) },
    { text: 'Amount paid', right: money(invoice.amount_paid) },
    { text: 'Amount due', right: money(invoice.status === 'void' ? 0 : invoice.amount_remaining), size: 13 },
  ];
}
