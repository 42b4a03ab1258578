/**
 * A line between two programs that can be made bad: slow, silent, cut, or answered with something else.
 * What it does now holds for connections that are already open, too.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Line =
  | { kind: 'good' }
  /** Whatever goes through arrives so much later, in each direction. */
  | { kind: 'slow'; delayMs: number }
  /** Taken in, and never passed on: nobody answers, nobody hangs up. A connection that lost a word this way stays silent for ever. */
  | { kind: 'hanging' }
  /** Cut at the first word. */
  | { kind: 'reset' }
  /** Answered at the first word, or before it, by somebody who is not who was called. */
  | { kind: 'answered'; with: string; unasked?: true };

export type TcpProxy = {
  port: number;
  /** How many connections are open right now. */
  open(): number;
  set(line: Line): void;
  /** How many connections have fallen silent. */
  lost(): number;
  /** How often a first word was cut or answered by somebody else. */
  refused(): number;
  stop(): Promise<void>;
};

/** `hear` gets what is asked over each line, piece by piece; a key of its own tells the lines apart. */
export async function startTcpProxy(
  target: { host: string; port: number },
  hear: (piece: Buffer, line: object) => void = () => {},
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
    if (line.kind === 'answered' && line.unasked) return void client.end(line.with);
    const upstream = connect(target);
    keep(upstream);
    let silent = false;
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk) => {
        if (from === client) hear(chunk, client);
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
