/**
 * The disputes of one payment: the status of each, two buttons for the bank's decision, and a button to open
 * another.
 */
import type Stripe from 'stripe';
import { html, type Html } from '#sandbox/page.ts';
import { isClosed, takenBack } from '#sandbox/stripe/disputing.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { internalCall, type World } from '#sandbox/stripe/world.ts';
import { badge, money, time } from './words.ts';

export function disputesOf(world: World, intent: Stripe.PaymentIntent): Html {
  const disputes = world.store.list('dispute', { filters: { payment_intent: intent.id }, limit: 100 });
  const refundable =
    intent.amount_received - takenBack(internalCall(world), idOf(intent.latest_charge) ?? '');
  return html`${
    disputes.length > 0 &&
    html`<h2>Disputes</h2><div class="scroll" tabindex="0" role="region" aria-label="Disputes"><table>
<thead><tr><th scope="col" class="number">Amount</th><th scope="col">State</th><th scope="col">Reason</th><th scope="col">Opened</th><th scope="col">The bank decides</th></tr></thead>
<tbody>${disputes.map((dispute) => row(intent, dispute))}</tbody></table></div>`
  }
${
  refundable > 0 &&
  html`<h2>Dispute</h2>
<form class="row" style="justify-content: flex-start" method="post" action="/stripe/payments/${intent.id}/disputes">
<button>Dispute ${money(refundable, intent.currency)}</button>
<span class="quiet">As when the shopper's bank takes the money back.</span>
</form>`
}`;
}

const row = (intent: Stripe.PaymentIntent, dispute: Stripe.Dispute): Html => html`<tr>
<td class="number">${money(dispute.amount, dispute.currency)}</td>
<td>${badge(dispute.status)}</td>
<td>${dispute.reason.replaceAll('_', ' ')}</td>
<td class="nowrap">${time(dispute.created)}</td>
<td class="nowrap">${isClosed(dispute) ? '–' : html`${decision(intent, dispute, 'won', 'Win')} ${decision(intent, dispute, 'lost', 'Lose')}`}</td>
</tr>`;

const decision = (
  intent: Stripe.PaymentIntent,
  dispute: Stripe.Dispute,
  outcome: 'won' | 'lost',
  word: string,
): Html =>
  html`<form class="inline" method="post" action="/stripe/payments/${intent.id}/disputes/${dispute.id}/${outcome}"><button>${word}</button></form>`;
