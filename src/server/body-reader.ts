/**
 * How the body of a request comes in: whole, before anything is done for it. Somebody who announces a body and sends none costs a socket
 * and nothing else, because a place at work is taken only when the body is there.
 */
import type { IncomingMessage } from 'node:http';

/** `late`: it took too long, or its client has begun too many others since. `no_room`: all bodies together hold too much, and this one the most. */
export type Arrived = 'whole' | 'late' | 'gone' | 'no_room';

export type BodyReader = {
  /**
   * Reads the body into the request, where the listener looks for it. One that is longer than `atMostBytes` counts as whole one byte
   * later: whoever reads it refuses it by its length.
   */
  take(incoming: IncomingMessage, client: string, atMostBytes: number): Promise<Arrived>;
};

export type BodyReaderSettings = { withinMs: number; perClient: number; heldAtMostBytes: number };

/**
 * A body of ours is a few kilobytes, and the processor's reports come at once. Beyond its share a client loses the oldest that it has
 * begun, not the newest: behind one address may sit an attacker and a buyer, and the buyer's body is here within moments. Where all of them
 * together hold too much the largest goes: a purchase is small.
 */
const ordinaryBodies: BodyReaderSettings = { withinMs: 10_000, perClient: 20, heldAtMostBytes: 64_000_000 };

/** A webhook is sent by a machine that is close to us in time. The room is its own, so that no other body can push one out of it. */
const webhookBodies: BodyReaderSettings = { withinMs: 5_000, perClient: 20, heldAtMostBytes: 16_000_000 };

/** One for each kind of body. */
export type BodyReaders = Record<'ordinary' | 'webhook', BodyReader>;

export const createBodyReaders = (changes: Partial<BodyReaderSettings> = {}): BodyReaders => ({
  ordinary: createBodyReader({ ...ordinaryBodies, ...changes }),
  webhook: createBodyReader({ ...webhookBodies, ...changes }),
});

/** Where the listener looks before it reads from the connection. */
type WithBody = IncomingMessage & { rawBody?: Buffer };

/** One body on its way. */
type Arriving = { size: number; end: (how: Arrived) => void };

function createBodyReader({ withinMs, perClient, heldAtMostBytes }: BodyReaderSettings): BodyReader {
  let heldBytes = 0;
  const unfinished = new Map<string, Set<Arriving>>();
  const largest = (): Arriving | undefined => {
    let found: Arriving | undefined;
    for (const bodies of unfinished.values()) for (const body of bodies) if (found === undefined || body.size > found.size) found = body;
    return found;
  };
  return {
    take: (incoming: WithBody, client, atMostBytes) => {
      const arrived = Promise.withResolvers<Arrived>();
      const chunks: Buffer[] = [];
      const mine = unfinished.get(client) ?? new Set();
      unfinished.set(client, mine);
      const body: Arriving = {
        size: 0,
        end: (how) => {
          if (!mine.delete(body)) return;
          if (mine.size === 0) unfinished.delete(client);
          clearTimeout(timer);
          incoming.off('data', add).pause();
          heldBytes -= body.size;
          if (how === 'whole') incoming.rawBody = Buffer.concat(chunks);
          chunks.length = 0;
          arrived.resolve(how);
        },
      };
      const add = (chunk: Buffer): void => {
        body.size += chunk.length;
        heldBytes += chunk.length;
        chunks.push(chunk);
        if (body.size > atMostBytes) body.end('whole');
        else if (heldBytes > heldAtMostBytes) largest()?.end('no_room');
      };
      const timer = setTimeout(body.end, withinMs, 'late');
      mine.add(body);
      incoming.on('error', () => undefined).once('close', () => body.end('gone'));
      incoming.once('end', () => body.end('whole')).on('data', add);
      const [oldest] = mine;
      if (mine.size > perClient) oldest?.end('late');
      return arrived.promise;
    },
  };
}

/** What a GET brings is never read. */
export const bringsBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' && method !== 'HEAD' && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
