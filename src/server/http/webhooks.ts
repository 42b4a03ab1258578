/**
 * Webhook endpoint. Stores the raw body, then returns 200. A failed store returns 5xx, so that the processor
 * retries.
 */
import type { Hono } from 'hono';
import { DomainError } from '#kernel/errors.ts';
import { webhookPath } from '#platform/admission.ts';
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import { readText } from '#platform/mount.ts';
import { nameRoute } from '#platform/request-context.ts';

export const eventAtMostBytes = 1_000_000;

/** True for an event that the processor did not send. Its body is not read. */
export const isUnsigned = (signature: unknown): boolean => typeof signature !== 'string' || signature === '';

export function webhookRoutes(api: Hono, deps: Deps): void {
  api.post(webhookPath, async (context) => {
    nameRoute(webhookPath);
    const signature = context.req.header('stripe-signature');
    if (signature === undefined || isUnsigned(signature)) throw new DomainError('webhook_refused');
    const rawBody = await readText(context, eventAtMostBytes);
    await payments.receiveWebhook(deps, rawBody, signature);
    return context.json({ received: true });
  });
}
