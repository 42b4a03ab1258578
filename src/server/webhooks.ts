/** Where the processor reports. Raw body in, stored, then 200; a failed store is a 5xx, so that the processor tries again. */
import type { Hono } from 'hono';
import { DomainError } from '#kernel/errors.ts';
import { webhookPath } from '#platform/admission.ts';
import * as payments from '#modules/payments/service.ts';
import type { Deps } from '#platform/deps.ts';
import { readText } from '#platform/mount.ts';
import { nameRoute } from '#platform/request-context.ts';

export const eventAtMostBytes = 1_000_000;

/** Whoever sends such a report is not the processor, and nobody wants to read it. */
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
