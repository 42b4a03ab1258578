/** The customer's view of an invoice: recipient, lines, remaining amount, and a form to pay by card. */
import type Stripe from 'stripe';
import { html, type Html, page } from '#sandbox/page.ts';
import { moneyInWords } from '#sandbox/stripe/currencies.ts';

export type CardForm = { problem: string; field: 'number' | 'expiry' | 'cvc' | null; name: string };

export const dateInWords = (seconds: number): string =>
  new Date(seconds * 1_000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Texts for an invoice that is not payable. */
const closedWords: Record<string, string> = {
  paid: 'Invoice paid',
  void: 'This invoice was voided',
  draft: 'This invoice is not ready yet',
};

export function invoicePage(
  invoice: Stripe.Invoice,
  lines: Stripe.InvoiceLineItem[],
  form: CardForm | null,
): string {
  const rest = moneyInWords(invoice.amount_remaining, invoice.currency);
  const isPayable = invoice.status === 'open' || invoice.status === 'uncollectible';
  const due = invoice.due_date === null ? null : dateInWords(invoice.due_date);
  return page({
    title: `Invoice ${invoice.number ?? ''}`,
    isForCustomers: true,
    body: html`<div class="narrow">
<p class="quiet">${invoice.account_name}</p>
<div class="row"><h1>${isPayable ? rest : moneyInWords(invoice.total, invoice.currency)}</h1>${!isPayable && html`<span class="badge ${invoice.status === 'paid' && 'ok'}">${closedWords[invoice.status ?? ''] ?? ''}</span>`}</div>
${isPayable && due !== null && html`<p>Due ${due}</p>`}
<div class="card"><dl>
<dt>Invoice</dt><dd>${invoice.number}</dd>
<dt>To</dt><dd>${invoice.customer_name ?? invoice.customer_email ?? '–'}</dd>
${invoice.effective_at !== null && html`<dt>Date</dt><dd>${dateInWords(invoice.effective_at)}</dd>`}
${invoice.description !== null && html`<dt>Memo</dt><dd>${invoice.description}</dd>`}
${(invoice.custom_fields ?? []).map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}
</dl></div>
${linesTable(invoice, lines)}
${isPayable && paymentForm(invoice, rest, form)}
<p><a href="/i/${invoice.id}/pdf">Download invoice</a></p>
</div>`,
  });
}

const linesTable = (invoice: Stripe.Invoice, lines: Stripe.InvoiceLineItem[]): Html => {
  const money = (amount: number) => moneyInWords(amount, invoice.currency);
  const sum = (words: string, amount: number) =>
    html`<tr><th scope="row">${words}</th><td class="number">${money(amount)}</td></tr>`;
  return html`<h2>Items</h2><div class="scroll" tabindex="0" role="region" aria-label="Items"><table>
<thead><tr><th scope="col">Description</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody>${lines.map((line) => html`<tr><td>${line.description ?? '–'}</td><td class="number">${money(line.amount)}</td></tr>`)}
${sum('Total', invoice.total)}
${invoice.amount_paid > 0 && sum('Paid', -invoice.amount_paid)}
${sum('Amount remaining', invoice.status === 'void' ? 0 : invoice.amount_remaining)}</tbody></table></div>`;
};

function paymentForm(invoice: Stripe.Invoice, rest: string, form: CardForm | null): Html {
  const invalid = (field: CardForm['field']) =>
    form?.field === field ? html` aria-invalid="true" aria-describedby="problem"` : html``;
  return html`<h2>Pay with card</h2>
${form !== null && html`<p class="card problem" id="problem" role="alert">${form.problem}</p>`}
<form class="stack" method="post" action="/i/${invoice.id}" autocomplete="on">
<label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" required${invalid('number')}></label>
<label>Expiration date <input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" required${invalid('expiry')}></label>
<label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" required${invalid('cvc')}></label>
<label>Name on card <input name="name" autocomplete="cc-name" value="${form?.name ?? ''}" required></label>
<button class="primary">Pay ${rest}</button>
<p class="quiet">Test mode: no money moves. Try <span class="nowrap">4242 4242 4242 4242</span> with any future date and any security code.</p>
</form>`;
}
