/**
 * What a browser loads from the sandbox: the script, the card frame, and the bank's page. Runs on the server side; the
 * code that runs in browsers lives in `client/` and is type-checked with the web project.
 */
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { clientScript } from './bundle.ts';
import { answeredPage, cardPage, challengePage, framePolicy } from './pages.ts';

export type Outcome = 'complete' | 'fail' | 'cancel';
export type Challenge = { id: string; amountCents: number | null; currency: string | null; cardEnding: string };

/** What the bank's page needs from the state of the sandbox. */
export type ChallengeDesk = {
  /** Null when there is no such challenge or it has been answered. */
  find(id: string): Challenge | null;
  /** Answers once; null when it is too late. `returnUrl` already carries the query that Stripe adds to it. */
  settle(id: string, outcome: Outcome): Promise<{ returnUrl: string | null } | null>;
};

export function browserApp(desk: ChallengeDesk): Hono {
  const app = new Hono();
  app.get('/endive/stripe.js', async (context) => script(context, await clientScript('stripe')));
  app.get('/elements/card-frame.js', async (context) => script(context, await clientScript('card-frame')));
  app.get('/elements/card.css', async (context) => style(context, 'card.css'));
  app.get('/elements/card.html', (context) => page(context, cardPage()));
  app.get('/3ds/challenge-page.js', async (context) => script(context, await clientScript('challenge-page')));
  app.get('/3ds/challenge.css', async (context) => style(context, 'challenge.css'));
  app.get('/3ds/:id', (context) => showQuestion(context, desk, context.req.param('id')));
  app.post('/3ds/:id', (context) => takeAnswer(context, desk, context.req.param('id')));
  return app;
}

function showQuestion(context: Context, desk: ChallengeDesk, id: string) {
  const found = desk.find(id);
  if (found === null) return page(context, answeredPage('This question has already been answered.'), 404);
  const amount = found.amountCents === null || found.currency === null ? null
    : new Intl.NumberFormat('en-US', { style: 'currency', currency: found.currency }).format(found.amountCents / 100);
  return page(context, challengePage({ id, amount, cardEnding: found.cardEnding }));
}

/** A background request gets a status; a form sent by a whole page is taken back to the shop. */
async function takeAnswer(context: Context, desk: ChallengeDesk, id: string) {
  const { outcome } = await context.req.parseBody();
  if (outcome !== 'complete' && outcome !== 'fail' && outcome !== 'cancel') return page(context, answeredPage('That is not an answer we know.'), 400);
  const settled = await desk.settle(id, outcome);
  if (context.req.header('accept') === 'application/json') return context.json({ settled: settled !== null });
  if (settled === null) return page(context, answeredPage('This question has already been answered.'), 409);
  return settled.returnUrl === null ? page(context, answeredPage('Thank you.')) : context.redirect(settled.returnUrl, 303);
}

function page(context: Context, body: ReturnType<typeof cardPage>, status: 200 | 400 | 404 | 409 = 200) {
  context.header('content-security-policy', framePolicy);
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
  return context.html(body, status);
}

function script(context: Context, code: string) {
  context.header('content-type', 'text/javascript; charset=utf-8');
  context.header('cache-control', 'no-cache');
  return context.body(code);
}

async function style(context: Context, name: 'card.css' | 'challenge.css') {
  context.header('content-type', 'text/css; charset=utf-8');
  context.header('cache-control', 'no-cache');
  return context.body(await readFile(new URL(`./client/${name}`, import.meta.url), 'utf8'));
}
