/**
 * One keep-alive HTTP/1.1 connection that sends one request at a time. It is minimal, because load and shop
 * share the machine and the load's CPU time reduces the result. It reads bodies with a length and chunked
 * bodies, nothing else.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Reply = { status: number; head: string; body: Buffer };
export type Connection = { ask(request: Buffer): Promise<Reply>; close(): void };

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('\r\n0\r\n\r\n');

/** The bytes of a request. A value is sent as JSON. */
export function toRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  value?: unknown,
): Buffer {
  const body = value === undefined ? '' : JSON.stringify(value);
  const all = {
    host: 'localhost',
    ...(value === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, text]) => `${name}: ${text}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** The first response in `bytes`, or null if it is incomplete. */
export function readReply(bytes: Buffer): Reply | null {
  const at = bytes.indexOf(endOfHead);
  if (at === -1) return null;
  const head = bytes.toString('latin1', 0, at);
  const status = Number(head.slice(9, 12));
  const start = at + endOfHead.length;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? null : { status, head, body: bytes.subarray(start, end) };
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head))
    return { status, head, body: bytes.subarray(start, start) };
  const isComplete = bytes.subarray(-endOfChunks.length).equals(endOfChunks);
  return isComplete ? { status, head, body: unchunk(bytes.subarray(start)) } : null;
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

/** A request rejects if its connection ends before the response. */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received: Buffer[] = [];
  let waiting: PromiseWithResolvers<Reply> | null = null;
  socket.on('data', (chunk) => {
    received.push(chunk);
    const bytes = received.length === 1 ? chunk : Buffer.concat(received);
    const reply = readReply(bytes);
    received = reply === null ? [bytes] : [];
    if (reply === null) return;
    waiting?.resolve(reply);
    waiting = null;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => waiting?.reject(new Error(`${origin} closed the connection`)));
  return {
    ask: (request) => {
      waiting = Promise.withResolvers<Reply>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}
