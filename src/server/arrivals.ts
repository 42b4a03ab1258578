/**
 * How the body of a request comes in: whole, before anything is done for it. Somebody who announces a body and sends none costs a socket
 * and nothing else, because a place at work is taken only when the body is there.
 */
import type { IncomingMessage } from 'node:http';

/** `late`: it took too long, or its client has begun too many others since. `no_room`: too much waits to be worked on already. */
export type Arrived = 'whole' | 'late' | 'gone' | 'no_room';

export type Arrivals = {
  /**
   * Reads the body into the request, where the listener looks for it. One that is longer than `atMostBytes` counts as whole one byte
   * later: whoever reads it refuses it by its length.
   */
  take(incoming: IncomingMessage, client: string, atMostBytes: number): Promise<Arrived>;
};

export type ArrivalSettings = { withinMs: number; perClient: number; heldAtMostBytes: number };

/**
 * A body of ours is a few kilobytes, and the processor's reports come at once. Beyond its share a client loses the oldest that it has
 * begun, not the newest: behind one address may sit an attacker and a buyer, and the buyer's body is here within moments.
 */
export const ordinaryArrivals: ArrivalSettings = { withinMs: 10_000, perClient: 20, heldAtMostBytes: 64_000_000 };

/** Where the listener looks before it reads from the connection. */
type WithBody = IncomingMessage & { rawBody?: Buffer };

export function createArrivals({ withinMs, perClient, heldAtMostBytes }: ArrivalSettings): Arrivals {
  let heldBytes = 0;
  const unfinished = new Map<string, Set<() => void>>();
  return {
    take: (incoming: WithBody, client, atMostBytes) => {
      const arrived = Promise.withResolvers<Arrived>();
      const chunks: Buffer[] = [];
      let size = 0;
      const mine = unfinished.get(client) ?? new Set();
      unfinished.set(client, mine);
      const end = (how: Arrived): void => {
        if (!mine.delete(giveUp)) return;
        if (mine.size === 0) unfinished.delete(client);
        clearTimeout(timer);
        incoming.off('data', add).pause();
        heldBytes -= size;
        if (how === 'whole') incoming.rawBody = Buffer.concat(chunks);
        arrived.resolve(how);
      };
      const add = (chunk: Buffer): void => {
        size += chunk.length;
        heldBytes += chunk.length;
        chunks.push(chunk);
        if (size > atMostBytes) end('whole');
        else if (heldBytes > heldAtMostBytes) end('no_room');
      };
      const giveUp = (): void => end('late');
      const timer = setTimeout(giveUp, withinMs);
      mine.add(giveUp);
      incoming.on('error', () => undefined).once('close', () => end('gone'));
      incoming.once('end', () => end('whole')).on('data', add);
      const [oldest] = mine;
      if (mine.size > perClient) oldest?.();
      return arrived.promise;
    },
  };
}

/** What a GET brings is never read. */
export const bringsBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' && method !== 'HEAD' && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
