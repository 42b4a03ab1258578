/** The list of businesses with the sandbox's settings, and the queue of pending decisions. */
import { type Activity, pendingOf, type Trade } from '#sandbox/factiiv/book.ts';
import { staffPage } from '#sandbox/factiiv/pages.ts';
import { businessesOf, findBusiness, findPerson } from '#sandbox/factiiv/people.ts';
import { scoreOf } from '#sandbox/factiiv/score.ts';
import { settingsOf } from '#sandbox/factiiv/settings.ts';
import type { World } from '#sandbox/factiiv/world.ts';
import { type Html, html, raw } from '#sandbox/page.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const money = (amount: number): string => dollars.format(amount);

export const inWords = (item: Trade | Activity): string => {
  if (!('typeDesc' in item))
    return `${item.activityType} of ${money(item.amount)}${item.daysLate > 0 ? `, ${item.daysLate} days late` : ''}`;
  return item.typeDesc === 'borrow'
    ? `borrow: limit ${money(item.amount)}, balance ${money(item.balance)}`
    : `buysell: ${money(item.amount)}, balance ${money(item.balance)}`;
};

export const businessesPage = (world: World): string => {
  const businesses = businessesOf(world, null);
  return staffPage(
    'Businesses',
    '/',
    html`<h1>Factiiv</h1>
<p>This stands in for the business-credit platform that purchases are reported to.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Businesses"><table>
<thead><tr><th scope="col">Business</th><th scope="col" class="number">Score</th><th scope="col" class="number">Trade lines</th><th scope="col">Person</th></tr></thead>
<tbody>${businesses.map(({ id, name, personId }) => {
      const { score, tradeLines } = scoreOf(world, id);
      return html`<tr><td><a href="/businesses/${id}">${name}</a></td><td class="number">${score ?? 'N/A'}</td><td class="number">${tradeLines}</td><td>${findPerson(world, personId)?.email ?? '–'}</td></tr>`;
    })}</tbody>
</table></div>
${settingsForm(world)}`,
  );
};

function settingsForm(world: World): Html {
  const { acceptAfterSeconds: seconds, requestsPerMinute } = settingsOf(world);
  return html`<h2>Settings</h2>
<form class="stack card" method="post" action="/settings">
<input type="hidden" name="back" value="/">
<fieldset><legend>Accepting what was reported</legend>
<label class="choice"><input type="radio" name="how" value="by-hand"${seconds === null && raw(' checked')}> By hand, in the queue</label>
<label class="choice"><input type="radio" name="how" value="automatic"${seconds !== null && raw(' checked')}> By itself: the counterparty after the seconds below, the staff after as many more</label>
</fieldset>
<label>Seconds <input name="seconds" inputmode="numeric" autocomplete="off" value="${seconds ?? 20}"></label>
<label>Calls a minute for each key (empty for no limit) <input name="calls" inputmode="numeric" autocomplete="off" value="${requestsPerMinute ?? ''}"></label>
<button class="primary">Save</button>
</form>`;
}

export const queuePage = (world: World): string => {
  const { trades, activities } = pendingOf(world);
  const waiting = [
    ...trades.map((item) => ({ kind: 'trade' as const, item })),
    ...activities.map((item) => ({ kind: 'activity' as const, item })),
  ];
  return staffPage(
    'Queue',
    '/queue',
    html`<div class="row"><h1>Queue</h1>${waiting.length > 0 && html`<form method="post" action="/queue/accept-all"><button>Accept everything</button></form>`}</div>
<p>The counterparty accepts first, then Factiiv’s staff. Either may reject with a reason.</p>
${
  waiting.length === 0
    ? html`<div class="empty"><p>Nothing waits for a decision.</p><p class="quiet">Report something from the shop, then load this page again.</p></div>`
    : html`<div class="stack">${waiting.map(({ kind, item }) => queued(world, kind, item))}</div>`
}`,
  );
};

function queued(world: World, kind: 'trade' | 'activity', item: Trade | Activity): Html {
  const confirmed = 'tradeStatus' in item ? item.tradeStatus : item.activityStatus;
  const isForStaff = confirmed === 'accepted';
  const business = findBusiness(world, item.profileId);
  return html`<section class="card" aria-label="${inWords(item)}">
<div class="row"><strong>${inWords(item)}</strong><span class="badge warn">${isForStaff ? 'waits for Factiiv’s staff' : 'waits for the counterparty'}</span></div>
<dl>
<dt>Business</dt><dd><a href="/businesses/${item.profileId}">${business?.name ?? item.profileId}</a></dd>
<dt>Kind</dt><dd>${kind}${'relationDescription' in item && html`: ${item.relationDescription}, since ${item.relationshipDate}`}${'date' in item && html` of ${item.date}`}</dd>
${item.reference !== null && html`<dt>Reference</dt><dd><code>${item.reference}</code></dd>`}
</dl>
<form class="row" style="justify-content: flex-start; margin: 16px 0 0" method="post" action="/queue/${kind}/${item.id}">
<input type="hidden" name="as" value="${isForStaff ? 'staff' : 'counterparty'}">
<button class="primary" name="answer" value="accept">Accept as ${isForStaff ? 'staff' : 'counterparty'}</button>
<input name="reason" maxlength="255" autocomplete="off" aria-label="Reason to reject" placeholder="Reason to reject">
<button name="answer" value="reject">Reject</button>
</form>
</section>`;
}
