/**
 * Client for the control API of a separately running sandbox. Part of the production image, like the programs
 * that start a demo.
 */

/** Returns the JSON response. Throws with the response text when the call was rejected. */
export async function control<T = unknown>(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${origin}/control/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`The sandbox returned ${answer.status} for ${method} /control/${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

type Registration = { sandbox: string; shop: string; secret: string; events?: readonly string[] };

/** Subscribes to all events by default. */
export const registerWebhook = ({ sandbox, shop, secret, events }: Registration): Promise<unknown> =>
  control(sandbox, 'PUT', 'webhook-endpoint', {
    url: `${shop}/api/webhooks/stripe`,
    secret,
    ...(events && { enabled_events: events }),
  });
