/** The mailbox pages: the list, and one mail with its HTML in a sandboxed frame. */
import { type Html, html, page } from '#sandbox/page.ts';
import type { Mail } from './store.ts';

/** `version` lets the script detect that the list has changed. */
export function listPage(mails: Mail[], version: number): string {
  const body = html`
<div class="row"><div><h1>Mailbox</h1><p class="quiet">${counted(mails.length)} New mail appears automatically.</p></div></div>
${
  mails.length === 0
    ? html`<div class="empty"><h2 style="margin-top:0">No mail yet</h2>
<p class="quiet">Buy something in the shop. The receipt arrives here a moment after the payment.</p></div>`
    : html`<ul class="mails">${mails.map(listItem)}</ul>`
}
<script src="/mailbox/refresh.js" data-version="${version}" defer></script>
<noscript><meta http-equiv="refresh" content="10"></noscript>`;
  return page({ title: 'Mailbox', current: '/mailbox', body: withStyle(body) });
}

const listItem = (mail: Mail): Html => html`<li><a href="/mailbox/${mail.id}">
<span class="subject">${mail.subject || 'No subject'}</span>
<span class="to">${mail.to}</span>
<time datetime="${mail.receivedAt}">${clock(mail.receivedAt)}</time></a></li>`;

export function mailPage(mail: Mail): string {
  const body = html`
<p><a href="/mailbox">All mail</a></p>
<h1>${mail.subject || 'No subject'}</h1>
<div class="card facts"><dl>
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to}</dd>
<dt>Received</dt><dd><time datetime="${mail.receivedAt}">${clock(mail.receivedAt)}</time></dd>
</dl></div>
${
  mail.html !== '' &&
  html`<iframe title="The mail as the recipient sees it" src="/mailbox/${mail.id}/html"
 sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}
<h2>Plain text</h2>
<pre tabindex="0">${mail.text === '' ? 'This mail has no text part.' : mail.text}</pre>
<h2>Headers</h2>
<div class="card"><dl>${mail.headers.map(({ name, value }) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl></div>
<p style="margin-top:20px"><a class="button" href="/mailbox/${mail.id}/raw.eml" download>Download the .eml file</a></p>`;
  return page({ title: mail.subject || 'Mail', current: '/mailbox', body: withStyle(body) });
}

export const missingPage = (): string =>
  page({
    title: 'Mail not found',
    current: '/mailbox',
    body: html`<h1>This mail is not here</h1><p>It was deleted, or it was one of the oldest. <a href="/mailbox">See all mail</a></p>`,
  });

/** The HTML of a mail. Its links open outside the frame, because inside it navigation is blocked. */
export const framedHtml = (mail: Mail): string => {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(mail.html)
    ? mail.html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + mail.html;
};

/** Long-polls the server and reloads the list when the mailbox has changed. */
export const refreshScript = `
const version = document.currentScript.dataset.version;
const watch = async () => {
  try {
    const answer = await fetch('/control/mailbox/version?since=' + version + '&wait=25000');
    if (String((await answer.json()).version) !== version) return location.reload();
    watch();
  } catch {
    setTimeout(watch, 2000);
  }
};
watch();
`;

const counted = (count: number): string =>
  count === 0 ? 'Nothing has arrived.' : count === 1 ? '1 mail.' : `${count} mails.`;

/** Formats a time as `2026-11-21 13:05:09 UTC`, the same on every screen. */
const clock = (moment: string): string => `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`;

const withStyle = (body: Html): Html => html`<style>
.mails { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 16px; color: inherit; text-decoration: none; }
.mails a:hover { background: var(--neutral-soft); }
.mails a:focus-visible { outline-offset: -3px; }
.mails .subject { font-weight: 600; overflow-wrap: anywhere; }
.mails .to { grid-row: 2; color: var(--quiet); overflow-wrap: anywhere; }
.mails time { color: var(--quiet); font-size: 14px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.facts { margin: 16px 0; }
iframe { display: block; width: 100%; height: 78vh; min-height: 420px; border: 1px solid var(--line); border-radius: 12px; background: #fff; resize: vertical; }
@media (max-width: 560px) { .mails a { grid-template-columns: 1fr; } .mails .to { grid-row: auto; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 8px; } }
</style>${body}`;
