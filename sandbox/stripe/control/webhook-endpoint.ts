/**
 * Registers the shop's webhook endpoint. Repeating it with the same address keeps the endpoint and may
 * replace its secret.
 */
import { z } from 'zod';
import { randomText } from '#sandbox/stripe/ids.ts';
import { createEndpoint } from '#sandbox/stripe/resources/webhook-endpoints.ts';
import type { Call } from '#sandbox/stripe/world.ts';

export const Registration = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().startsWith('whsec_').optional(),
  enabled_events: z.array(z.string()).min(1).optional(),
});

export function register(
  call: Call,
  { url, secret, enabled_events: eventTypes }: z.output<typeof Registration>,
): object {
  const { store, database } = call.world;
  return database.step(() => {
    const existing = store.list('webhook_endpoint', { limit: 100 }).find((endpoint) => endpoint.url === url);
    const stored = existing === undefined ? null : store.secretsOf('webhook_endpoint', existing.id).secret;
    const signing = secret ?? stored ?? `whsec_${randomText(32)}`;
    const enabledEvents = eventTypes ?? ['*'];
    const endpoint =
      existing === undefined
        ? createEndpoint(call, {
            url,
            secret: signing,
            enabledEvents,
            description: 'The shop',
            metadata: {},
            version: null,
          })
        : store.save('webhook_endpoint', { ...existing, enabled_events: enabledEvents, status: 'enabled' });
    store.saveSecrets('webhook_endpoint', endpoint.id, { secret: signing });
    return { ...endpoint, secret: signing };
  });
}
