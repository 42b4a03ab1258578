/**
 * Billing pages of the dashboard: subscriptions, one subscription with its invoices, one invoice with its
 * payments.
 */
import type Stripe from 'stripe';
import { html, type Html, page } from '#sandbox/page.ts';
import { invoiceSubscription } from '#sandbox/stripe/kinds.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import type { World } from '#sandbox/stripe/world.ts';
import { hasEnded } from '#sandbox/stripe/billing/subscription-status.ts';
import { badge, money, time } from './words.ts';

const shown = 100;

const problemCard = (problem: string | null): Html =>
  html`${problem !== null && html`<p class="card" role="alert">${problem}</p>`}`;

const customerName = (
  world: World,
  reference: Stripe.Subscription['customer'] | Stripe.Invoice['customer'],
): string => {
  const customer = world.store.find('customer', idOf(reference) ?? '');
  return customer?.email ?? customer?.name ?? customer?.id ?? 'deleted';
};

const customerLink = (
  world: World,
  reference: Stripe.Subscription['customer'] | Stripe.Invoice['customer'],
): Html => html`<a href="/stripe/customers/${idOf(reference) ?? ''}">${customerName(world, reference)}</a>`;

/** Subscriptions and invoices of all customers, newest first. */
export function billingPage(world: World): string {
  const subscriptions = world.store.list('subscription', { limit: shown });
  const invoices = world.store.list('invoice', { limit: shown });
  return page({
    title: 'Billing',
    current: '/stripe',
    body: html`<p><a href="/stripe">All payments</a></p>
<div class="row"><h1>Billing</h1>${clockForm(world)}</div>
${subscriptions.length + invoices.length === 0 && html`<div class="empty"><p>No subscription and no invoice yet.</p></div>`}
${subscriptionsTable(world, subscriptions)}
${invoicesTable(world, invoices)}`,
  });
}

/** Shows the sandbox's clock and a form to advance it. */
const clockForm = (world: World): Html => html`<form class="inline" method="post" action="/stripe/clock">
<span class="quiet">Now ${time(Math.floor(world.nowMs() / 1_000))}</span>
<button name="days" value="1">1 day later</button> <button name="days" value="31">31 days later</button>
</form>`;

export function customerPage(world: World, customer: Stripe.Customer): string {
  const ofCustomer = { filters: { customer: customer.id }, limit: shown };
  return page({
    title: customer.email ?? customer.id,
    current: '/stripe',
    body: html`<p><a href="/stripe/billing">Billing</a></p>
<h1>${customer.email ?? customer.name ?? customer.id}</h1>
<div class="card"><dl>
<dt>Id</dt><dd><code>${customer.id}</code></dd>
<dt>Name</dt><dd>${customer.name ?? '–'}</dd>
<dt>Balance</dt><dd>${money(customer.balance, customer.currency ?? 'usd')}</dd>
${Object.entries(customer.metadata).map(([key, value]) => html`<dt>${key}</dt><dd><code>${value}</code></dd>`)}
</dl></div>
${subscriptionsTable(world, world.store.list('subscription', ofCustomer))}
${invoicesTable(world, world.store.list('invoice', ofCustomer))}`,
  });
}

export function subscriptionPage(
  world: World,
  subscription: Stripe.Subscription,
  problem: string | null,
): string {
  const card = world.store.find('payment_method', idOf(subscription.default_payment_method) ?? '');
  const invoices = world.store.list('invoice', {
    filters: { [invoiceSubscription]: subscription.id },
    limit: shown,
  });
  const [item] = subscription.items.data;
  const button = (action: string, words: string): Html =>
    html`<form class="inline" method="post" action="/stripe/subscriptions/${subscription.id}/${action}"><button>${words}</button></form>`;
  return page({
    title: 'Subscription',
    current: '/stripe',
    body: html`<p><a href="/stripe/billing">Billing</a></p>
<div class="row"><h1>Subscription of ${customerLink(world, subscription.customer)}</h1>${badge(subscription.status)}</div>
${problemCard(problem)}
<div class="card"><dl>
<dt>Id</dt><dd><code>${subscription.id}</code></dd>
${subscription.items.data.map((each) => html`<dt>Item</dt><dd>${priceInWords(world, each)}</dd>`)}
<dt>Period</dt><dd>${time(item?.current_period_start ?? 0)} to ${time(item?.current_period_end ?? 0)}</dd>
<dt>Card</dt><dd>${card === null ? 'the customer’s default' : `•••• ${card.card?.last4 ?? ''}`}</dd>
${subscription.cancel_at !== null && html`<dt>Ends</dt><dd>${time(subscription.cancel_at)}</dd>`}
${subscription.ended_at !== null && html`<dt>Ended</dt><dd>${time(subscription.ended_at)}</dd>`}
${Object.entries(subscription.metadata).map(([key, value]) => html`<dt>${key}</dt><dd><code>${value}</code></dd>`)}
</dl></div>
${
  !hasEnded(subscription) &&
  html`<h2>Change</h2><p>${subscription.cancel_at_period_end ? button('keep', 'Do not cancel') : button('cancel-later', 'Cancel at the end of the period')} ${button('cancel', 'Cancel now')}</p>`
}
${invoicesTable(world, invoices)}
${timeline(world, subscription.id)}`,
  });
}

const priceInWords = (world: World, { price, quantity = 1 }: Stripe.SubscriptionItem): string => {
  const name = world.store.find('product', idOf(price.product) ?? '')?.name ?? '';
  const { interval = '', interval_count: count = 1 } = price.recurring ?? {};
  return `${quantity} × ${name}, ${money(price.unit_amount ?? 0, price.currency)} every ${count === 1 ? interval : `${count} ${interval}s`}`;
};

const subscriptionsTable = (world: World, subscriptions: Stripe.Subscription[]): Html =>
  html`${
    subscriptions.length > 0 &&
    html`<h2>Subscriptions</h2><div class="scroll" tabindex="0" role="region" aria-label="Subscriptions"><table>
<thead><tr><th scope="col">Customer</th><th scope="col">State</th><th scope="col">What</th><th scope="col">Next period</th></tr></thead>
<tbody>${subscriptions.map(
      (subscription) => html`<tr>
<td><a href="/stripe/subscriptions/${subscription.id}">${customerName(world, subscription.customer)}</a></td>
<td>${badge(subscription.status)}${subscription.cancel_at_period_end && html` <span class="badge warn">ends</span>`}</td>
<td class="nowrap">${subscription.items.data.map((item) => html`${priceInWords(world, item)}<br>`)}</td>
<td class="nowrap">${hasEnded(subscription) ? '–' : time(subscription.items.data[0]?.current_period_end ?? 0)}</td>
</tr>`,
    )}</tbody></table></div>`
  }`;

const invoicesTable = (world: World, invoices: Stripe.Invoice[]): Html =>
  html`${
    invoices.length > 0 &&
    html`<h2>Invoices</h2><div class="scroll" tabindex="0" role="region" aria-label="Invoices"><table>
<thead><tr><th scope="col" class="number">Amount</th><th scope="col">State</th><th scope="col">Number</th><th scope="col">Customer</th><th scope="col">Created</th></tr></thead>
<tbody>${invoices.map(
      (invoice) => html`<tr>
<td class="number"><a href="/stripe/invoices/${invoice.id}">${money(invoice.total, invoice.currency)}</a></td>
<td>${badge(invoice.status ?? '')}</td>
<td class="nowrap">${invoice.number ?? '–'}</td>
<td>${customerLink(world, invoice.customer)}</td>
<td class="nowrap">${time(invoice.created)}</td>
</tr>`,
    )}</tbody></table></div>`
  }`;

export const timeline = (world: World, id: string): Html => {
  const events = world.store.list('event', { filters: { about: id }, limit: 200 });
  return html`<h2>What happened</h2><div class="scroll" tabindex="0" role="region" aria-label="What happened"><table>
<thead><tr><th scope="col">Event</th><th scope="col">Time</th><th scope="col">Id</th></tr></thead>
<tbody>${events.map((event) => html`<tr><td>${event.type}</td><td class="nowrap">${time(event.created)}</td><td><code>${event.id}</code></td></tr>`)}</tbody>
</table></div>`;
};
