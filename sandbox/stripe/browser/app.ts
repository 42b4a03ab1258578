/**
 * Serves what a browser loads from the sandbox: the script, the card frame, and the bank's page. The browser
 * code in `client/` is type-checked with the web project.
 */
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { completeChallenge } from '#sandbox/stripe/authenticating.ts';
import { type ChallengeView, findChallenge } from '#sandbox/stripe/challenges.ts';
import { moneyInWords } from '#sandbox/stripe/currencies.ts';
import type { World } from '#sandbox/stripe/world.ts';
import { clientScript } from './bundle.ts';
import { answeredPage, cardPage, challengePage, framePolicy } from './pages.ts';

export function browserApp(world: World): Hono {
  const app = new Hono();
  app.get('/endive/stripe.js', async (context) => script(context, await clientScript('stripe')));
  app.get('/elements/card-frame.js', async (context) => script(context, await clientScript('card-frame')));
  app.get('/elements/card.css', async (context) => style(context, 'card.css'));
  app.get('/elements/card.html', (context) => page(context, cardPage()));
  app.get('/3ds/challenge-page.js', async (context) => script(context, await clientScript('challenge-page')));
  app.get('/3ds/challenge.css', async (context) => style(context, 'challenge.css'));
  app.get('/3ds/:id', (context) => showQuestion(context, findChallenge(world, context.req.param('id'))));
  app.post('/3ds/:id', (context) => takeAnswer(context, world, context.req.param('id')));
  return app;
}

/** After a redirect there is no "Cancel" button: customers cancel by leaving the page. */
function showQuestion(context: Context, challenge: ChallengeView | null) {
  if (challenge === null) return page(context, answeredPage('The bank does not know this question.'), 404);
  if (challenge.status !== 'open') return page(context, answeredPage('This question is closed.'), 410);
  const { id, last4, amount, currency } = challenge;
  const words = amount === null || currency === null ? null : moneyInWords(amount, currency);
  return page(
    context,
    challengePage({
      id,
      amount: words,
      cardEnding: last4 ?? '',
      canCancel: context.req.query('redirect') !== 'true',
    }),
  );
}

/**
 * Completes a 3-D Secure challenge. A background request gets a status; a form submit is redirected to the
 * shop. On cancel the intent keeps waiting, as when a customer closes the window.
 */
async function takeAnswer(context: Context, world: World, id: string) {
  const { outcome } = await context.req.parseBody();
  if (outcome !== 'complete' && outcome !== 'fail' && outcome !== 'cancel')
    return page(context, answeredPage('The bank does not understand this answer.'), 400);
  const result =
    outcome === 'cancel' ? null : completeChallenge(world, id, outcome === 'complete' ? 'pass' : 'fail');
  if (outcome !== 'cancel' && result === null)
    return page(context, answeredPage('The bank does not know this question.'), 404);
  if (context.req.header('accept') === 'application/json')
    return context.json({ status: result?.status ?? 'requires_action' });
  return typeof result?.redirectUrl === 'string'
    ? context.redirect(result.redirectUrl, 303)
    : page(context, answeredPage('Thank you.'));
}

function page(context: Context, body: ReturnType<typeof cardPage>, status: 200 | 400 | 404 | 410 = 200) {
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
