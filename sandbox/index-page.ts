/** The index page of the sandbox: its services, and test cards. */
import type { Code } from '#sandbox/authenticator/app.ts';
import { type Html, html, page } from '#sandbox/page.ts';
import { testCards } from '#sandbox/stripe/cards.ts';

const grouped = (number: string): string =>
  number.length === 15
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3')
    : number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Authenticator codes of the shop's staff, as of the time of the request. */
const authenticatorCodes = (codes: Code[]): Html | false =>
  codes.length > 0 &&
  html`<h2>Codes of the second factor</h2>
<p class="quiet">Staff log in with a code from an authenticator app. Use these instead. They change in ${codes[0]?.secondsLeft} seconds: <a href="/">refresh</a>.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Codes of the second factor"><table>
<thead><tr><th scope="col">Who</th><th scope="col">Code now</th></tr></thead>
<tbody>${codes.map(({ name, code }) => html`<tr><td>${name}</td><td class="nowrap"><code>${code}</code></td></tr>`)}</tbody>
</table></div>`;

/** `factiiv` is the origin of the Factiiv sandbox, null when it was not started. */
export const indexPage = (factiiv: string | null, codes: Code[]): string =>
  page({
    title: 'Sandbox',
    current: '/',
    body: html`<h1>Sandbox</h1>
<p>Stands in for Stripe, the mail server, and Factiiv, so you can try the shop on this machine.</p>
<p><a class="button" href="/stripe">Payments</a> <a class="button" href="/stripe/billing">Billing</a> <a class="button" href="/stripe/webhooks">Webhook deliveries</a> <a class="button" href="/mailbox">Mailbox</a>${factiiv !== null && html` <a class="button" href="${factiiv}/">Factiiv</a>`}</p>
${authenticatorCodes(codes)}<h2>Test cards</h2>
<p class="quiet">Use any future date and any security code. Never enter a real card.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Test cards"><table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>${testCards.map(({ number, what }) => html`<tr><td class="nowrap"><code>${grouped(number)}</code></td><td>${what}</td></tr>`)}</tbody>
</table></div>`,
  });
