/**
 * Pages for acting as the counterparty and as Factiiv's staff. Forms are accepted only from this origin and
 * return to their page.
 */
import { type Context, Hono } from 'hono';
import { acceptAll } from '#sandbox/factiiv/control/app.ts';
import { revokeKeys } from '#sandbox/factiiv/keys.ts';
import { pageHeaders, staffPage } from '#sandbox/factiiv/pages.ts';
import { findBusiness } from '#sandbox/factiiv/people.ts';
import { Refusal } from '#sandbox/factiiv/refusal.ts';
import { accept, catchUp, reject, type Side } from '#sandbox/factiiv/review.ts';
import { changeSettings } from '#sandbox/factiiv/settings.ts';
import type { World } from '#sandbox/factiiv/world.ts';
import { isFromHere } from '#sandbox/origin.ts';
import { html } from '#sandbox/page.ts';
import { businessPage } from './business-page.ts';
import { businessesPage, queuePage } from './pages.ts';

export function staffApp(world: World): Hono {
  const app = new Hono();
  app.get('/', (context) => show(context, world, businessesPage));
  app.get('/queue', (context) => show(context, world, queuePage));
  app.get('/businesses/:id', (context) => {
    const business = findBusiness(world, context.req.param('id'));
    return business === null
      ? message(context, 'Not found', 'Factiiv does not know what you asked for.', 404)
      : show(context, world, () => businessPage(world, business));
  });
  app.post('/queue/accept-all', (context) => act(context, world, () => acceptAll(world)));
  app.post('/queue/:kind{trade|activity}/:id', (context) =>
    act(context, world, (sent) => {
      const { kind, id } = context.req.param() as { kind: 'trade' | 'activity'; id: string };
      const side: Side = sent.as === 'staff' ? 'staff' : 'counterparty';
      if (sent.answer === 'accept') return accept(world, kind, id, side);
      const reason = (sent.reason ?? '').trim();
      if (reason === '') throw new Refusal(422, 'invalid', 'Type a reason to reject.');
      return reject(world, kind, id, side, reason.slice(0, 255));
    }),
  );
  app.post('/keys/:id/revoke', (context) =>
    act(context, world, () => revokeKeys(world, { keyId: context.req.param('id') })),
  );
  app.post('/settings', (context) =>
    act(context, world, ({ how, seconds = '', calls = '' }) => {
      if (how === 'automatic' && !/^\d{1,6}$/.test(seconds))
        throw new Refusal(422, 'invalid', 'Type a number of seconds.');
      if (!/^\d{0,6}$/.test(calls) || calls === '0')
        throw new Refusal(422, 'invalid', 'Type a number of calls, or leave the field empty.');
      changeSettings(world, {
        acceptAfterSeconds: how === 'automatic' ? Number(seconds) : null,
        requestsPerMinute: calls === '' ? null : Number(calls),
      });
    }),
  );
  return app;
}

function show(context: Context, world: World, page: (world: World) => string): Response {
  catchUp(world);
  return context.html(page(world), 200, pageHeaders) as Response;
}

/** Shows an error on a separate page. */
async function act(
  context: Context,
  world: World,
  work: (sent: Record<string, string>) => unknown,
): Promise<Response> {
  if (!isFromHere(context)) return message(context, 'Refused', 'This form was not sent from this page.', 403);
  const sent = Object.fromEntries(
    Object.entries(await context.req.parseBody()).map(([name, value]) => [name, String(value)]),
  );
  catchUp(world);
  try {
    work(sent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return message(context, 'That did not work', error.message, 422);
  }
  const returnPath = sent.back ?? '/queue';
  return context.redirect(/^\/(?:queue|businesses\/[\w-]+)?$/.test(returnPath) ? returnPath : '/queue', 303);
}

const message = (context: Context, title: string, text: string, status: 403 | 404 | 422): Response =>
  context.html(
    staffPage(
      title,
      '/queue',
      html`<h1>${title}</h1><p>${text}</p><p><a href="/queue">Back to the queue</a></p>`,
    ),
    status,
    pageHeaders,
  ) as Response;
