/**
 * The dashboard for what a clerk would do at Stripe: plain pages and forms without script. Forms are accepted
 * only from this origin, so that another page in the same browser cannot refund anything.
 */
import { type Context, Hono } from 'hono';
import { html, page, pageHeaders as strictHeaders } from '#sandbox/page.ts';
import * as bank from '#sandbox/stripe/control/bank.ts';
import { recentPayments } from '#sandbox/stripe/control/payments.ts';
import { refund } from '#sandbox/stripe/control/shopper.ts';
import { idOf } from '#sandbox/stripe/ids.ts';
import { isFromHere } from '#sandbox/origin.ts';
import { ApiError, invalidRequest } from '#sandbox/stripe/http/errors.ts';
import { type Call, internalCall, type World } from '#sandbox/stripe/world.ts';
import { billingApp } from './billing-app.ts';
import { paymentPage } from './payment-page.ts';
import { paymentsPage } from './payments-page.ts';
import { webhooksPage } from './webhooks-page.ts';

/** Forms must send the referring page's origin. */
const pageHeaders = { ...strictHeaders, 'referrer-policy': 'same-origin' };

const shownPayments = 100;
const shownDeliveries = 100;

export function dashboardApp(world: World): Hono {
  const app = new Hono();
  app.get('/stripe', (context) =>
    context.html(paymentsPage(recentPayments(world, shownPayments)), 200, pageHeaders),
  );
  app.get('/stripe/webhooks', (context) =>
    context.html(webhooksPage(world.webhooks.newestDeliveries(shownDeliveries)), 200, pageHeaders),
  );
  app.get('/stripe/payments/:id', (context) => show(context, world, null));
  app.get('/stripe/disputes/:id', (context) => {
    const dispute = world.store.find('dispute', context.req.param('id'));
    return dispute === null
      ? missing(context)
      : context.redirect(`/stripe/payments/${idOf(dispute.payment_intent) ?? ''}`, 303);
  });
  app.post('/stripe/payments/:id/refunds', (context) => takeRefund(context, world));
  app.post('/stripe/payments/:id/disputes', (context) =>
    act(context, world, (call, id) => bank.dispute(call, { payment_intent: id, reason: 'fraudulent' })),
  );
  app.post('/stripe/payments/:id/disputes/:dispute/:outcome{won|lost}', (context) =>
    act(context, world, (call) =>
      bank.decide(call, context.req.param('dispute'), {
        outcome: context.req.param('outcome') === 'won' ? 'won' : 'lost',
      }),
    ),
  );
  app.route('/', billingApp(world, { headers: pageHeaders, missing, refuse }));
  app.post('/stripe/events/:id/resend', async (context) => {
    if (!isFromHere(context)) return refuse(context);
    const id = context.req.param('id');
    if (world.store.find('event', id) === null) return missing(context);
    world.webhooks.resend(id);
    return context.redirect('/stripe/webhooks', 303);
  });
  return app;
}

function show(context: Context, world: World, problem: string | null) {
  const intent = world.store.find('payment_intent', context.req.param('id') ?? '');
  if (intent === null) return missing(context);
  return context.html(paymentPage(world, intent, problem), problem === null ? 200 : 400, pageHeaders);
}

async function takeRefund(context: Context, world: World) {
  const { amount } = await context.req.parseBody();
  const typed = typeof amount === 'string' ? amount.trim() : '';
  return act(context, world, (call, id) => {
    if (typed !== '' && !/^\d{1,6}(\.\d{1,2})?$/.test(typed))
      throw invalidRequest('Type an amount such as 12.50, or leave the field empty for all of it.');
    refund(call, {
      payment_intent: id,
      ...(typed === '' ? {} : { amount: Math.round(Number(typed) * 100) }),
    });
  });
}

/** Handles a form of a payment's page. Errors are shown on that page. */
function act(context: Context, world: World, work: (call: Call, paymentId: string) => unknown) {
  if (!isFromHere(context)) return refuse(context);
  const id = context.req.param('id') ?? '';
  try {
    work(internalCall(world), id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(context, world, error.message);
  }
  world.webhooks.wake();
  return context.redirect(`/stripe/payments/${id}`, 303);
}

const message = (title: string, text: string): string =>
  page({
    title,
    current: '/stripe',
    body: html`<h1>${title}</h1><p>${text}</p><p><a href="/stripe">All payments</a></p>`,
  });
const missing = (context: Context) =>
  context.html(message('Not found', 'The sandbox does not know what you asked for.'), 404, pageHeaders);
const refuse = (context: Context) =>
  context.html(message('Refused', 'This form was not sent from this page.'), 403, pageHeaders);
