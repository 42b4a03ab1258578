/**
 * A connection between two programs that can be degraded: slow, silent, cut, or answered with something else.
 * Changes apply to open connections too.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Line =
  | { kind: 'good' }
  /** Delays all data by this time, in each direction. */
  | { kind: 'slow'; delayMs: number }
  /**
   * Accepts data without forwarding it. There is no answer and no close. A connection that lost data this way
   * stays silent permanently.
   */
  | { kind: 'hanging' }
  /** Cuts the connection at the first data. */
  | { kind: 'reset' }
  /** Answers at the first data, or before it, in place of the target. */
  | { kind: 'answered'; with: string; unprompted?: true };

export type TcpProxy = {
  port: number;
  /** Number of connections that are open now. */
  open(): number;
  set(line: Line): void;
  /** Number of connections that have gone silent. */
  lost(): number;
  /** How often the first data was cut or answered by the proxy. */
  refused(): number;
  stop(): Promise<void>;
};

/**
 * `onData` receives the client's data per connection, piece by piece. `line` is a key that identifies the
 * connection.
 */
export async function startTcpProxy(
  target: { host: string; port: number },
  onData: (piece: Buffer, line: object) => void = () => {},
): Promise<TcpProxy> {
  let line: Line = { kind: 'good' };
  let lost = 0;
  let refused = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (line.kind === 'answered' && line.unprompted) return void client.end(line.with);
    const upstream = connect(target);
    keep(upstream);
    let silent = false;
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk) => {
        if (from === client) onData(chunk, client);
        if (!silent && line.kind === 'hanging') {
          silent = true;
          lost += 1;
        }
        if (from === client && (line.kind === 'reset' || line.kind === 'answered')) refused += 1;
        if (!silent) carry(line, { chunk, from, to, isQuestion: from === client });
      });
      from.once('close', () => to.destroy());
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size / 2,
    lost: () => lost,
    refused: () => refused,
    set: (next) => {
      line = next;
    },
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Parcel = { chunk: Buffer; from: Socket; to: Socket; isQuestion: boolean };

function carry(line: Line, { chunk, from, to, isQuestion }: Parcel): void {
  if (line.kind === 'good') to.write(chunk);
  if (line.kind === 'slow') setTimeout(() => to.write(chunk), line.delayMs).unref();
  if (line.kind === 'reset') from.resetAndDestroy();
  if (line.kind === 'answered' && isQuestion) from.end(line.with);
}
