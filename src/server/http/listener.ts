/**
 * Opens the port before anything else starts, so that a port conflict is reported immediately. Answers 503
 * until a handler is set. Only the liveness check succeeds from the start, also during migrations, so that no
 * watchdog kills the process. On close, accepted requests finish, up to a deadline.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathOf } from './request-target.ts';

export type Listener = {
  origin: string;
  serve(listener: RequestListener): void;
  close(atMostMs: number): Promise<void>;
};

/** `setting` is the name of the setting that holds the port. */
export type ListenAddress = { host: string; port: number; setting: string };

const limits = {
  // A whole request must arrive within this limit, so a client that trickles bytes gains nothing.
  requestTimeout: 60_000,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  // Longer than proxies keep idle connections open (60 s is common), so that a proxy never writes to a
  // connection that has just closed.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const;
/** Close the connection when the client has read nothing for this long. */
const silentAtMostMs = 120_000;

export async function openListener({ host, port, setting }: ListenAddress): Promise<Listener> {
  let listener: RequestListener | null = null;
  const server = createServer(limits, (request: IncomingMessage, response) => {
    if (listener !== null) return void listener(request, response);
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    if (pathOf(request) === '/healthz') return void response.writeHead(200, type).end('ok');
    response.writeHead(503, { 'retry-after': '1', ...type }).end('Starting');
  });
  server.timeout = silentAtMostMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenProblem(error, { host, port, setting }))),
    );
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    origin: `http://${name}:${actual}`,
    serve: (next) => {
      listener = next;
    },
    close: (atMostMs) => close(server, atMostMs),
  };
}

function listenProblem(error: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): string {
  const off = setting === 'METRICS_PORT' ? ', or to off' : '';
  if (error.code === 'EADDRINUSE')
    return `${setting}: ${port} on ${host} is already in use. Stop the program that uses it, or set ${setting} to another port${off}.`;
  if (error.code === 'EACCES')
    return `${setting}: this user may not listen on ${port}. Set ${setting} to a port above 1023${off}.`;
  return `HOST, ${setting}: cannot listen on ${host}:${port} (${error.message})`;
}

/** Accepts no new connections, closes idle ones, and waits for the others. */
async function close(server: Server, atMostMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const timer = setTimeout(() => server.closeAllConnections(), atMostMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
