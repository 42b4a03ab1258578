/** One business: its score with the history, its keys, and all its reports. */
import { type Status, type TradeWithActivities, tradesOf } from '#sandbox/factiiv/book.ts';
import { type Key, keysOf } from '#sandbox/factiiv/keys.ts';
import { staffPage } from '#sandbox/factiiv/pages.ts';
import type { Business } from '#sandbox/factiiv/people.ts';
import { type ScoreChange, scoreHistory, scoreOf } from '#sandbox/factiiv/score.ts';
import type { World } from '#sandbox/factiiv/world.ts';
import { type Html, html } from '#sandbox/page.ts';
import { inWords } from './pages.ts';

const shown = 100;

const time = (iso: string | null): Html | string =>
  iso === null ? '–' : html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;

export function businessPage(world: World, business: Business): string {
  const { score, tradeLines } = scoreOf(world, business.id);
  const { data: trades, total } = tradesOf(world, business.id, shown, 0);
  return staffPage(
    business.name,
    '/',
    html`<p><a href="/">All businesses</a></p>
<div class="row"><h1>${business.name}</h1></div>
<div class="card"><dl>
<dt>Score</dt><dd>${score ?? 'N/A'}</dd>
<dt>Trade lines</dt><dd>${tradeLines}</dd>
<dt>Profile id</dt><dd><code>${business.id}</code></dd>
</dl></div>
${keys(keysOf(world, business.id), business)}
<h2>Reported</h2>
${
  trades.length === 0
    ? html`<p class="quiet">Nothing was reported yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Reported"><table class="wide">
<thead><tr><th scope="col">What</th><th scope="col">State</th><th scope="col">Date</th><th scope="col">Reference</th></tr></thead>
<tbody>${trades.map(tradeRows)}</tbody></table></div>`
}
${total > shown && html`<p class="quiet">The newest ${shown} of ${total} trades.</p>`}
${history(scoreHistory(world, business.id, shown, 0).data)}`,
  );
}

function keys(all: Key[], { id }: Business): Html {
  if (all.length === 0) return html`<h2>Keys</h2><p class="quiet">No app is connected.</p>`;
  return html`<h2>Keys</h2><div class="scroll" tabindex="0" role="region" aria-label="Keys"><table class="wide">
<thead><tr><th scope="col">App</th><th scope="col">Its user</th><th scope="col">Key</th><th scope="col">Granted</th><th scope="col">State</th></tr></thead>
<tbody>${all.map(
    (key) =>
      html`<tr><td>${key.connectingApp}</td><td>${key.connectingUserId}</td><td class="nowrap"><code>…${key.last4}</code></td><td class="nowrap">${time(key.createdAt)}</td><td>${
        key.revokedAt === null
          ? html`<form class="inline" method="post" action="/keys/${key.id}/revoke"><input type="hidden" name="back" value="/businesses/${id}"><button>Revoke</button></form>`
          : html`<span class="badge danger">revoked</span>`
      }</td></tr>`,
  )}</tbody></table></div>`;
}

function tradeRows(trade: TradeWithActivities): Html {
  const { activities } = trade;
  return html`<tr><td>${inWords(trade)}<br><span class="quiet">${trade.relationDescription}</span></td><td>${state(trade, trade.tradeStatus)}</td><td class="nowrap">${trade.relationshipDate}</td><td><code>${trade.reference ?? '–'}</code></td></tr>
${activities.map((activity) => html`<tr><td>↳ ${inWords(activity)}</td><td>${state(activity, activity.activityStatus)}</td><td class="nowrap">${activity.date}</td><td><code>${activity.reference ?? '–'}</code></td></tr>`)}`;
}

type Decided = {
  adminStatus: Status;
  rejectedReason: string | null;
  withdrawnAt: string | null;
  withdrawnReason: string | null;
};

function state(
  { adminStatus, rejectedReason, withdrawnAt, withdrawnReason }: Decided,
  confirmed: Status,
): Html {
  if (withdrawnAt !== null)
    return html`<span class="badge">withdrawn</span><br><span class="quiet">${withdrawnReason}</span>`;
  if (rejectedReason !== null)
    return html`<span class="badge danger">rejected</span><br><span class="quiet">${rejectedReason}</span>`;
  if (adminStatus === 'accepted') return html`<span class="badge ok">accepted</span>`;
  return html`<span class="badge warn">waits for ${confirmed === 'accepted' ? 'staff' : 'counterparty'}</span>`;
}

function history(changes: ScoreChange[]): Html {
  return html`<h2>Score history</h2>
${
  changes.length === 0
    ? html`<p class="quiet">The score has not changed yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Score history"><table class="wide">
<thead><tr><th scope="col">When</th><th scope="col" class="number">Score</th><th scope="col" class="number">Before</th><th scope="col">Why</th></tr></thead>
<tbody>${changes.map(({ at, score, previous, reason }) => html`<tr><td class="nowrap">${time(at)}</td><td class="number">${score ?? 'N/A'}</td><td class="number">${previous ?? 'N/A'}</td><td>${reason}</td></tr>`)}</tbody></table></div>`
}`;
}
