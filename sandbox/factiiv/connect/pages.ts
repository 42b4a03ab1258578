/** Pages for connecting a business: the login and the choice of a business. They fit a popup and a phone. */
import { personPage } from '#sandbox/factiiv/pages.ts';
import { allPeople, type Business, type Person } from '#sandbox/factiiv/people.ts';
import type { World } from '#sandbox/factiiv/world.ts';
import { type Html, html, raw } from '#sandbox/page.ts';

export type ConnectOptions = {
  user_id: string;
  redirect_url: string;
  connecting_app: string;
  screen_name?: string | undefined;
};
export type Attempt = { id: string; person: Person; businesses: Business[]; options: ConnectOptions };

const appName = ({ screen_name, connecting_app }: ConnectOptions): string => screen_name || connecting_app;

const carried = (options: ConnectOptions): Html =>
  html`${Object.entries(options).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`)}`;

/** `failed` holds the submitted values of a rejected login. */
export const logInPage = (
  world: World,
  options: ConnectOptions,
  failed: { email: string } | null = null,
): string =>
  personPage(
    'Log in',
    html`<h1>Log in to Factiiv</h1>
<p>${appName(options)} asks to report purchases of your business.</p>
${failed !== null && html`<p class="card problem" role="alert">The email or the password is wrong.</p>`}
<form class="stack" method="post" action="/connect/log-in">
${carried(options)}
<label>Email <input name="email" type="email" autocomplete="off" required value="${failed?.email ?? ''}"${failed !== null && raw(' aria-invalid="true"')}></label>
<label>Password <input name="password" type="password" autocomplete="off" required></label>
<button class="primary">Log in</button>
</form>
<h2>Demo users</h2>
<form class="stack" method="post" action="/connect/log-in">
${carried(options)}
${allPeople(world)
  .slice(0, 8)
  .map(
    ({ id, firstName, lastName, email }) =>
      html`<button name="person" value="${id}">${firstName} ${lastName} <span class="quiet">${email}</span></button>`,
  )}
</form>
<h2>Not now</h2>
<form method="post" action="/connect/refuse">${carried(options)}<button>Back to ${options.connecting_app}</button></form>`,
  );

export const choicePage = (
  { id, person, businesses, options }: Attempt,
  problem: string | null = null,
): string =>
  personPage(
    'Choose a business',
    html`<h1>Hello, ${person.firstName}</h1>
<p>${appName(options)} asks to report the purchases of a business and to read its score.</p>
${problem !== null && html`<p class="card problem" role="alert">${problem}</p>`}
<form class="stack" method="post" action="/connect/decide">
<input type="hidden" name="attempt" value="${id}">
${
  businesses.length > 0 &&
  html`<div class="card"><fieldset><legend>Business</legend>
${businesses.map((business, index) => html`<label class="choice"><input type="radio" name="business" value="${business.id}"${index === 0 && raw(' checked')}> ${business.name}</label>`)}
</fieldset></div>
<button class="primary" name="answer" value="allow">Allow</button>`
}
${businesses.length === 0 && html`<p class="card">You have no business at Factiiv yet. Add one below.</p>`}
<button name="answer" value="refuse">Refuse</button>
</form>
<h2>Add a business</h2>
<form class="stack" method="post" action="/connect/businesses">
<input type="hidden" name="attempt" value="${id}">
<label>Name <input name="name" maxlength="200" autocomplete="off" required></label>
<button>Add</button>
</form>`,
  );

export const messagePage = (title: string, text: string): string =>
  personPage(title, html`<h1>${title}</h1><p>${text}</p>`);
