/**
 * The connect page: log in, choose a business, approve or refuse, and return to the app. An attempt is stored
 * at login, so no cookie is needed, and expires after 15 minutes. The back button and a second click are
 * harmless.
 */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { grantKey } from '#sandbox/factiiv/keys.ts';
import { pageHeaders } from '#sandbox/factiiv/pages.ts';
import * as people from '#sandbox/factiiv/people.ts';
import type { World } from '#sandbox/factiiv/world.ts';
import { isFromHere } from '#sandbox/origin.ts';
import { type Attempt, choicePage, type ConnectOptions, logInPage, messagePage } from './pages.ts';

const attemptLastsMs = 15 * 60_000;

const requiredText = (name: string, longest: number) =>
  z.string(`${name} is missing`).trim().min(1, `${name} is missing`).max(longest, `${name} is too long`);
const isWeb = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const Options = z.object({
  user_id: requiredText('user_id', 200),
  redirect_url: requiredText('redirect_url', 2_000).refine(isWeb, 'redirect_url is not a web address'),
  connecting_app: requiredText('connecting_app', 100),
  screen_name: z.string().trim().max(100, 'screen_name is too long').optional(),
});

const LogIn = z.object({
  person: z.string().optional(),
  email: z.string().default(''),
  password: z.string().default(''),
});

export function connectApp(world: World): Hono {
  const app = new Hono().basePath('/connect');
  app.get('/', (context) => {
    const options = Options.safeParse(context.req.query());
    return options.success
      ? show(context, logInPage(world, options.data))
      : show(context, messagePage('This link is incomplete', firstIssue(options.error)), 400);
  });
  app.post('/log-in', (context) => logIn(context, world));
  app.post('/refuse', async (context) => {
    const options = Options.safeParse(await context.req.parseBody());
    if (!isFromHere(context) || !options.success) return refused(context);
    return leave(context, options.data.redirect_url, { error: 'access_denied' });
  });
  app.get('/choose', (context) => {
    const attempt = findAttempt(world, context.req.query('attempt'));
    return attempt === null ? expired(context) : show(context, choicePage(attempt));
  });
  app.post('/businesses', async (context) => {
    const sent = await context.req.parseBody();
    const attempt = findAttempt(world, sent.attempt);
    if (!isFromHere(context)) return refused(context);
    if (attempt === null) return expired(context);
    const name = String(sent.name ?? '').trim();
    if (name === '' || name.length > 200)
      return show(context, choicePage(attempt, 'Type the name of the business.'), 422);
    people.addBusiness(world, attempt.person.id, name);
    return context.redirect(`/connect/choose?attempt=${attempt.id}`, 303);
  });
  app.post('/decide', (context) => decide(context, world));
  return app;
}

async function logIn(context: Context, world: World): Promise<Response> {
  const sent = await context.req.parseBody();
  const options = Options.safeParse(sent);
  const { person: demoId, email, password } = LogIn.parse(sent);
  if (!isFromHere(context) || !options.success) return refused(context);
  const person =
    demoId === undefined ? people.personWith(world, email, password) : people.findPerson(world, demoId);
  if (person === null) return show(context, logInPage(world, options.data, { email }), 422);
  const id = randomUUID();
  const { connecting_app, user_id, redirect_url, screen_name = '' } = options.data;
  world.database.run('delete from attempt where expires_at < ?', Date.now());
  world.database.run(
    `insert into attempt (id, person_id, connecting_app, connecting_user_id, redirect_url, screen_name, expires_at)
    values (?, ?, ?, ?, ?, ?, ?)`,
    id,
    person.id,
    connecting_app,
    user_id,
    redirect_url,
    screen_name,
    Date.now() + attemptLastsMs,
  );
  return context.redirect(`/connect/choose?attempt=${id}`, 303);
}

async function decide(context: Context, world: World): Promise<Response> {
  const sent = await context.req.parseBody();
  const attempt = findAttempt(world, sent.attempt);
  if (!isFromHere(context)) return refused(context);
  if (attempt === null) return expired(context);
  const { options, person } = attempt;
  if (sent.answer !== 'allow') return leave(context, options.redirect_url, { error: 'access_denied' });
  const business = attempt.businesses.find(({ id }) => id === sent.business);
  if (business === undefined) return show(context, choicePage(attempt, 'Choose a business first.'), 422);
  const key = grantKey(world, {
    businessId: business.id,
    connectingApp: options.connecting_app,
    connectingUserId: options.user_id,
  });
  return leave(context, options.redirect_url, {
    fact_id: person.id,
    business_id: business.id,
    api_key: key,
    connecting_app: options.connecting_app,
    connecting_user_id: options.user_id,
  });
}

/** Redirects to the app and preserves the query parameters of its address, such as a state. */
function leave(context: Context, redirectUrl: string, parameters: Record<string, string>): Response {
  const url = new URL(redirectUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return context.body(null, 303, {
    location: url.href,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
}

function findAttempt(world: World, id: unknown): Attempt | null {
  const row = world.database.first(
    'select * from attempt where id = ? and expires_at >= ?',
    typeof id === 'string' ? id : '',
    Date.now(),
  );
  const person = row === null ? null : people.findPerson(world, String(row.person_id));
  if (row === null || person === null) return null;
  return {
    id: String(row.id),
    person,
    businesses: people.businessesOf(world, person.id),
    options: {
      user_id: String(row.connecting_user_id),
      redirect_url: String(row.redirect_url),
      connecting_app: String(row.connecting_app),
      screen_name: String(row.screen_name ?? ''),
    } satisfies ConnectOptions,
  };
}

/**
 * Browsers follow a redirect after a form only to targets that the page's policy allows: Factiiv and the
 * requesting app.
 */
const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "form-action 'self'",
    'form-action http: https:',
  ),
};

const show = (context: Context, text: string, status: 200 | 400 | 403 | 410 | 422 = 200): Response =>
  context.html(text, status, headers) as Response;
const refused = (context: Context): Response =>
  show(context, messagePage('Refused', 'This form was not sent from this page.'), 403);
const expired = (context: Context): Response =>
  show(
    context,
    messagePage('This page has expired', 'Close it and start again from the app that sent you here.'),
    410,
  );
const firstIssue = (error: z.ZodError): string => error.issues.map(({ message }) => message).join('. ');
