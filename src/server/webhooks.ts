/** Where the processor reports. Raw body in, stored, then 200; a failed store is a 5xx, so that the processor tries again. */
import type { Hono } from 'hono';
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#platform/deps.ts';
import { readText } from '#platform/mount.ts';
import { nameRoute } from '#platform/request-context.ts';

const eventAtMostBytes = 1_000_000;

export function webhookRoutes(api: Hono, deps: Deps): void {
  api.post('/api/webhooks/stripe', async (context) => {
    nameRoute('/api/webhooks/stripe');
    const rawBody = await readText(context, eventAtMostBytes);
    await payments.receiveWebhook(deps, rawBody, context.req.header('stripe-signature') ?? null);
    return context.json({ received: true });
  });
}
