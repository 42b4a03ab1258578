/** The first page of the sandbox: what is here, and the cards to try. */
import { html, page } from '#sandbox/page.ts';
import { testCards } from '#sandbox/stripe/cards.ts';

const grouped = (number: string): string =>
  number.length === 15 ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3') : number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** `factiiv` is where that stand-in listens; null when it was not started. */
export const indexPage = (factiiv: string | null): string =>
  page({
    title: 'Sandbox',
    current: '/',
    body: html`<h1>Sandbox</h1>
<p>It stands in for Stripe, for the mail server and for Factiiv, so that the shop can be tried on this machine.</p>
<p><a class="button" href="/stripe">Payments</a> <a class="button" href="/stripe/billing">Billing</a> <a class="button" href="/stripe/webhooks">Webhook deliveries</a> <a class="button" href="/mailbox">Mailbox</a>${factiiv !== null && html` <a class="button" href="${factiiv}/">Factiiv</a>`}</p>
<h2>Test cards</h2>
<p class="quiet">Any future date and any security code will do. Never type a real card.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Test cards"><table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>${testCards.map(({ number, what }) => html`<tr><td class="nowrap"><code>${grouped(number)}</code></td><td>${what}</td></tr>`)}</tbody>
</table></div>`,
  });
