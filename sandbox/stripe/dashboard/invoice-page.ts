/** One invoice in the dashboard: its facts, its lines, its payments, and the available actions. */
import type Stripe from 'stripe';
import { html, type Html, page } from '#sandbox/page.ts';
import { linesOf, subscriptionIdOf } from '#sandbox/stripe/billing/invoices.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { internalCall, type World } from '#sandbox/stripe/world.ts';
import { timeline } from './billing-pages.ts';
import { badge, money, time } from './words.ts';

/** Actions by the invoice's status: the last path segment, and the label of the button. */
const actions: Record<string, readonly (readonly [action: string, words: string])[]> = {
  draft: [['finalize', 'Finalize']],
  open: [
    ['pay', 'Charge the saved card'],
    ['void', 'Void'],
    ['mark-uncollectible', 'Mark uncollectible'],
  ],
  uncollectible: [
    ['pay', 'Charge the saved card'],
    ['void', 'Void'],
  ],
};

export function invoicePage(world: World, invoice: Stripe.Invoice, problem: string | null): string {
  const subscription = subscriptionIdOf(invoice);
  const dated = (words: string, at: number | null): Html =>
    html`${at !== null && html`<dt>${words}</dt><dd>${time(at)}</dd>`}`;
  return page({
    title: `Invoice ${invoice.number ?? ''}`,
    current: '/stripe',
    body: html`<p><a href="/stripe/billing">Billing</a></p>
<div class="row"><h1>${money(invoice.total, invoice.currency)}</h1>${badge(invoice.status ?? '')}</div>
${problem !== null && html`<p class="card" role="alert">${problem}</p>`}
<div class="card"><dl>
<dt>Id</dt><dd><code>${invoice.id}</code></dd>
<dt>Number</dt><dd>${invoice.number ?? '–'}</dd>
<dt>Customer</dt><dd><a href="/stripe/customers/${idOf(invoice.customer) ?? ''}">${invoice.customer_email ?? invoice.customer_name ?? idOf(invoice.customer)}</a></dd>
${subscription !== null && html`<dt>Subscription</dt><dd><a href="/stripe/subscriptions/${subscription}">${subscription}</a></dd>`}
<dt>Remaining</dt><dd>${money(invoice.amount_remaining, invoice.currency)}</dd>
<dt>Attempts</dt><dd>${invoice.attempt_count}</dd>
${dated('Due', invoice.due_date)}${dated('Next attempt', invoice.next_payment_attempt)}${dated('Finalizes', invoice.automatically_finalizes_at)}
${invoice.hosted_invoice_url && html`<dt>Page</dt><dd><a href="${invoice.hosted_invoice_url}">the customer’s page</a></dd>`}
${Object.entries(invoice.metadata ?? {}).map(([key, value]) => html`<dt>${key}</dt><dd><code>${value}</code></dd>`)}
</dl></div>
<p>${(actions[invoice.status ?? ''] ?? []).map(([action, words]) => html`<form class="inline" method="post" action="/stripe/invoices/${invoice.id}/${action}"><button>${words}</button></form> `)}</p>
<h2>Lines</h2><div class="scroll" tabindex="0" role="region" aria-label="Lines"><table>
<thead><tr><th scope="col">Description</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${linesOf(internalCall(world), invoice.id).map((line) => html`<tr><td>${line.description ?? '–'}</td><td class="number">${money(line.amount, line.currency)}</td></tr>`)}</tbody>
</table></div>
${payments(world, invoice)}
${timeline(world, invoice.id)}`,
  });
}

/** Payments are refunded and disputed on a separate page. */
function payments(world: World, invoice: Stripe.Invoice): Html {
  const found = world.store.list('invoice_payment', { filters: { invoice: invoice.id }, limit: 100 });
  const row = (payment: Stripe.InvoicePayment): Html => html`<tr>
<td class="number">${money(payment.amount_paid ?? payment.amount_requested, payment.currency)}</td><td>${badge(payment.status)}</td>
<td><a href="/stripe/payments/${idOf(payment.payment.payment_intent) ?? ''}">${payment.status === 'paid' ? 'Refund or dispute' : 'Payment'}</a></td></tr>`;
  return html`${
    found.length > 0 &&
    html`<h2>Payments</h2><div class="scroll" tabindex="0" role="region" aria-label="Payments"><table>
<thead><tr><th scope="col" class="number">Amount</th><th scope="col">State</th><th scope="col">Payment</th></tr></thead><tbody>${found.map(row)}</tbody></table></div>`
  }`;
}
