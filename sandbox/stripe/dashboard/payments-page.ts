/** All payments, newest first. */
import { html, page } from '#sandbox/page.ts';
import type { PaymentSummary } from '#sandbox/stripe/control/payments.ts';
import { badge, money, time } from './words.ts';

export const paymentsPage = (payments: PaymentSummary[]): string =>
  page({
    title: 'Payments',
    current: '/stripe',
    body: html`<div class="row"><h1>Payments</h1><span><a class="button" href="/stripe/billing">Billing</a> <a class="button" href="/stripe/webhooks">Webhook deliveries</a></span></div>
${
  payments.length === 0
    ? html`<div class="empty"><p>No payment yet.</p><p class="quiet">Buy something in the shop, then load this page again.</p></div>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Payments"><table>
<thead><tr><th scope="col" class="number">Amount</th><th scope="col">State</th><th scope="col">Order</th><th scope="col">Card</th><th scope="col">Created</th></tr></thead>
<tbody>${payments.map(row)}</tbody>
</table></div>`
}`,
  });

const row = (payment: PaymentSummary) => html`<tr>
<td class="number"><a href="/stripe/payments/${payment.id}">${money(payment.amount, payment.currency)}</a></td>
<td>${badge(payment.status)}${payment.amount_refunded > 0 && html` <span class="badge">${payment.amount_refunded === payment.amount_received ? 'refunded' : 'partly refunded'}</span>`}${payment.disputed && html` <span class="badge danger">disputed</span>`}</td>
<td><code>${payment.metadata.order_id ?? '–'}</code></td>
<td class="nowrap">${payment.last4 === null ? '–' : `•••• ${payment.last4}`}</td>
<td class="nowrap">${time(payment.created)}</td>
</tr>`;
