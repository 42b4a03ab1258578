/** The controls of a sandbox that runs as a server of its own. Part of the production image, as the programs that start a demonstration are. */

/** Answers its JSON. Throws what it said when it refused. */
export async function control<T = unknown>(origin: string, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${origin}/control/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} /control/${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

type Registration = { sandbox: string; shop: string; secret: string; events?: readonly string[] };

/** All events unless told. */
export const registerWebhook = ({ sandbox, shop, secret, events }: Registration): Promise<unknown> =>
  control(sandbox, 'PUT', 'webhook-endpoint', { url: `${shop}/api/webhooks/stripe`, secret, ...(events && { enabled_events: events }) });
