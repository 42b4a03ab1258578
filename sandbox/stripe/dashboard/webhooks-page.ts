/** Webhook deliveries: request, response, and a button to send again. */
import { html, page } from '#sandbox/page.ts';
import type { Row } from '#sandbox/stripe/database.ts';
import { badge } from './words.ts';

export const webhooksPage = (deliveries: Row[]): string =>
  page({
    title: 'Webhook deliveries',
    current: '/stripe',
    body: html`<p><a href="/stripe">All payments</a></p><h1>Webhook deliveries</h1>
${
  deliveries.length === 0
    ? html`<div class="empty"><p>Nothing was sent yet.</p><p class="quiet">Deliveries appear once the shop has said where it listens.</p></div>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Webhook deliveries"><table>
<thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col" class="number">Tries</th><th scope="col">Answer</th><th scope="col">To</th><th scope="col">Again</th></tr></thead>
<tbody>${deliveries.map(row)}</tbody>
</table></div>`
}`,
  });

const row = (delivery: Row) => html`<tr>
<td>${delivery.type}<br><code class="quiet">${delivery.event_id}</code></td>
<td>${badge(String(delivery.state))}</td>
<td class="number">${delivery.attempts}</td>
<td>${delivery.answered_status ?? delivery.problem ?? '–'}</td>
<td>${delivery.url ?? 'removed'}</td>
<td><form method="post" action="/stripe/events/${delivery.event_id}/resend"><button aria-label="Send ${String(delivery.event_id)} again">Resend</button></form></td>
</tr>`;
