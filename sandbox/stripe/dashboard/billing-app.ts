/** The billing part of the dashboard: pages, and forms to cancel, void, write off, and advance the clock. */
import { type Context, Hono } from 'hono';
import { collect } from '#sandbox/stripe/billing/collecting.ts';
import { finalize, markUncollectible, voidInvoice } from '#sandbox/stripe/billing/finalizing.ts';
import { end } from '#sandbox/stripe/billing/subscription-status.ts';
import { isFromHere } from '#sandbox/origin.ts';
import { ApiError } from '#sandbox/stripe/http/errors.ts';
import { updateSubscription } from '#sandbox/stripe/resources/subscription-update.ts';
import { timedWork } from '#sandbox/stripe/timed-work.ts';
import { moveClock } from '#sandbox/stripe/timers.ts';
import { type Call, internalCall, type World } from '#sandbox/stripe/world.ts';
import type Stripe from 'stripe';
import { billingPage, customerPage, subscriptionPage } from './billing-pages.ts';
import { invoicePage } from './invoice-page.ts';

export type Answers = {
  headers: Record<string, string>;
  missing: (context: Context) => Response;
  refuse: (context: Context) => Response;
};

type Change = NonNullable<Parameters<typeof updateSubscription>[2]>;
const ending = (call: Call, before: Stripe.Subscription, atEnd: boolean) =>
  updateSubscription(call, before, { cancel_at_period_end: atEnd } as Change);

const onInvoice: Record<string, (call: Call, invoice: Stripe.Invoice) => unknown> = {
  finalize: (call, invoice) => finalize(call, invoice),
  pay: (call, invoice) => collect(call, invoice),
  void: voidInvoice,
  'mark-uncollectible': (call, invoice) => markUncollectible(call, invoice),
};

const onSubscription: Record<string, (call: Call, subscription: Stripe.Subscription) => unknown> = {
  cancel: (call, before) => end(call, before, { reason: 'cancellation_requested' }),
  'cancel-later': (call, before) => ending(call, before, true),
  keep: (call, before) => ending(call, before, false),
};

const dayMs = 86_400_000;

export function billingApp(world: World, { headers, missing, refuse }: Answers): Hono {
  const app = new Hono();
  const invoiceOf = (context: Context) => world.store.find('invoice', context.req.param('id') ?? '');
  const subscriptionOf = (context: Context) =>
    world.store.find('subscription', context.req.param('id') ?? '');
  app.get('/stripe/billing', (context) => context.html(billingPage(world), 200, headers));
  app.get('/stripe/customers/:id', (context) => {
    const customer = world.store.find('customer', context.req.param('id'));
    return customer === null ? missing(context) : context.html(customerPage(world, customer), 200, headers);
  });
  app.get('/stripe/invoices/:id', (context) => {
    const invoice = invoiceOf(context);
    return invoice === null
      ? missing(context)
      : context.html(invoicePage(world, invoice, null), 200, headers);
  });
  app.get('/stripe/subscriptions/:id', (context) => {
    const subscription = subscriptionOf(context);
    return subscription === null
      ? missing(context)
      : context.html(subscriptionPage(world, subscription, null), 200, headers);
  });
  app.post('/stripe/clock', async (context) => {
    if (!isFromHere(context)) return refuse(context);
    const days = Number((await context.req.parseBody()).days);
    if (days > 0 && days <= 31) moveClock(world, timedWork, world.nowMs() + days * dayMs);
    return context.redirect('/stripe/billing', 303);
  });
  app.post('/stripe/invoices/:id/:action', (context) => {
    const [invoice, work] = [invoiceOf(context), onInvoice[context.req.param('action')]];
    if (!isFromHere(context)) return refuse(context);
    if (invoice === null || work === undefined) return missing(context);
    const problem = attempt(world, (call) => work(call, invoice));
    if (problem === null) return context.redirect(`/stripe/invoices/${invoice.id}`, 303);
    return context.html(invoicePage(world, invoice, problem), 400, headers);
  });
  app.post('/stripe/subscriptions/:id/:action', (context) => {
    const [subscription, work] = [subscriptionOf(context), onSubscription[context.req.param('action')]];
    if (!isFromHere(context)) return refuse(context);
    if (subscription === null || work === undefined) return missing(context);
    const problem = attempt(world, (call) => work(call, subscription));
    if (problem === null) return context.redirect(`/stripe/subscriptions/${subscription.id}`, 303);
    return context.html(subscriptionPage(world, subscription, problem), 400, headers);
  });
  return app;
}

/** Runs an action. Returns the error for the page that requested it, or null on success. */
function attempt(world: World, work: (call: Call) => unknown): string | null {
  try {
    world.database.step(() => work(internalCall(world)));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  } finally {
    world.webhooks.wake();
  }
}
