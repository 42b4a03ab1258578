/**
 * A load balancer for several processes: round robin over those whose `/readyz` returns 200. It does not
 * retry, so every failure is visible.
 */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '#test/until.ts';

const checkEveryMs = 200;
const checkWithinMs = 1_000;
/** The HAProxy default, so that one late answer of a busy machine removes no server. */
const missesAtMost = 3;

type Upstream = { origin: string; agent: Agent; isReady: boolean; misses: number; isAsked: boolean };
export type Balancer = {
  origin: string;
  /** Resolves when it is ready. */
  add(origin: string): Promise<void>;
  /** Open requests still finish. */
  remove(origin: string): void;
  /** Number of ready processes. */
  ready(): number;
  stop(): Promise<void>;
};

export async function startBalancer(): Promise<Balancer> {
  const upstreams = new Map<string, Upstream>();
  let nextIndex = 0;
  const ready = (): Upstream[] => [...upstreams.values()].filter(({ isReady }) => isReady);
  const server = createServer((incoming, answer) => {
    const all = ready();
    nextIndex += 1;
    const upstream = all[nextIndex % all.length];
    if (upstream === undefined) answer.writeHead(503).end('no process is ready');
    else passOn(upstream, incoming, answer);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checking = setInterval(() => {
    for (const upstream of upstreams.values()) void check(upstream);
  }, checkEveryMs);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: async (origin) => {
      const upstream = {
        origin,
        agent: new Agent({ keepAlive: true }),
        isReady: false,
        misses: 0,
        isAsked: false,
      };
      upstreams.set(origin, upstream);
      await until(`${origin} is ready`, () => upstream.isReady);
    },
    remove: (origin) => void upstreams.delete(origin),
    ready: () => ready().length,
    stop: async () => {
      clearInterval(checking);
      server.closeAllConnections();
      server.close();
      for (const { agent } of upstreams.values()) agent.destroy();
    },
  };
}

async function check(upstream: Upstream): Promise<void> {
  if (upstream.isAsked) return;
  upstream.isAsked = true;
  const answer = await fetch(`${upstream.origin}/readyz`, {
    signal: AbortSignal.timeout(checkWithinMs),
  }).catch(() => null);
  await answer?.body?.cancel();
  upstream.isAsked = false;
  upstream.misses = answer?.status === 200 ? 0 : upstream.misses + 1;
  upstream.isReady = upstream.misses === 0 || (upstream.isReady && upstream.misses < missesAtMost);
}

function passOn({ origin, agent }: Upstream, incoming: IncomingMessage, answer: ServerResponse): void {
  const proxied = request(
    `${origin}${incoming.url}`,
    { method: incoming.method, headers: incoming.headers, agent },
    (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
      answered.once('error', () => answer.destroy());
    },
  );
  proxied.once('error', (error) => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end(`${origin} did not answer: ${error.message}`);
  });
  incoming.pipe(proxied);
}
