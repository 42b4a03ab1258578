/** One payment: its facts, its refunds and disputes with their forms, and its events. */
import type Stripe from 'stripe';
import { html, type Html, page } from '#sandbox/page.ts';
import { summarize } from '#sandbox/stripe/control/payments.ts';
import { takenBack } from '#sandbox/stripe/disputing.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { internalCall, type World } from '#sandbox/stripe/world.ts';
import { timeline } from './billing-pages.ts';
import { disputesOf } from './payment-disputes.ts';
import { badge, money, time } from './words.ts';

export function paymentPage(world: World, intent: Stripe.PaymentIntent, problem: string | null): string {
  const summary = summarize(world, intent);
  const refundable =
    summary.amount_received -
    summary.amount_refunded -
    takenBack(internalCall(world), idOf(intent.latest_charge) ?? '');
  return page({
    title: `Payment of ${money(intent.amount, intent.currency)}`,
    current: '/stripe',
    body: html`<p><a href="/stripe">All payments</a></p>
<div class="row"><h1>${money(intent.amount, intent.currency)}</h1>${badge(intent.status)}</div>
${problem !== null && html`<p class="card" role="alert">${problem}</p>`}
<div class="card"><dl>
<dt>Id</dt><dd><code>${intent.id}</code></dd>
<dt>Description</dt><dd>${intent.description ?? '–'}</dd>
<dt>Created</dt><dd>${time(intent.created)}</dd>
<dt>Received</dt><dd>${money(intent.amount_received, intent.currency)}</dd>
<dt>Refunded</dt><dd>${money(summary.amount_refunded, intent.currency)}</dd>
<dt>Card</dt><dd>${summary.last4 === null ? '–' : `•••• ${summary.last4}`}</dd>
<dt>Receipt to</dt><dd>${intent.receipt_email ?? '–'}</dd>
${Object.entries(intent.metadata).map(([key, value]) => html`<dt>${key}</dt><dd><code>${value}</code></dd>`)}
${intent.last_payment_error !== null && html`<dt>Last problem</dt><dd>${intent.last_payment_error.message ?? ''}</dd>`}
</dl></div>
${refundsOf(world, intent, refundable)}
${disputesOf(world, intent)}
${timeline(world, intent.id)}`,
  });
}

function refundsOf(world: World, intent: Stripe.PaymentIntent, refundable: number): Html {
  const refunds = world.store.list('refund', { filters: { payment_intent: intent.id }, limit: 100 });
  const rows = refunds.map(
    (refund) =>
      html`<tr><td class="number">${money(refund.amount, refund.currency)}</td><td>${badge(refund.status ?? '')}</td><td>${time(refund.created)}</td></tr>`,
  );
  return html`${
    refunds.length > 0 &&
    html`<h2>Refunds</h2><div class="scroll"><table>
<thead><tr><th scope="col" class="number">Amount</th><th scope="col">State</th><th scope="col">Created</th></tr></thead><tbody>${rows}</tbody></table></div>`
  }
${
  refundable > 0 &&
  html`<h2>Refund</h2>
<form class="row" style="justify-content: flex-start" method="post" action="/stripe/payments/${intent.id}/refunds">
<label>Amount in ${intent.currency.toUpperCase()} <input name="amount" inputmode="decimal" autocomplete="off" placeholder="${(refundable / 100).toFixed(2)}" aria-describedby="refund-hint"></label>
<button class="primary">Refund</button>
<span class="quiet" id="refund-hint">Leave it empty to refund all of ${money(refundable, intent.currency)}.</span>
</form>`
}`;
}
