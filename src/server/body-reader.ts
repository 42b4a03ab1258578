/**
 * How the body of a request comes in: whole, before anything is done for it. Somebody who announces a body and sends none costs a socket
 * and nothing else, because a place at work is taken only when the body is there.
 */
import type { IncomingMessage } from 'node:http';

/** `late`: it took too long, or too many others have begun since. */
export type Arrived = 'whole' | 'late' | 'gone';

export type BodyReader = {
  /**
   * Reads the body into the request, where the listener looks for it. One that is longer than `atMostBytes` counts as whole one byte
   * later: whoever reads it refuses it by its length.
   */
  take(incoming: IncomingMessage, atMostBytes: number): Promise<Arrived>;
};

export type BodyReaderSettings = { withinMs: number; atOnce: number };

/**
 * A body of ours is at most 100 kB, and one of the processor's 1 MB: each kind holds 64 MB at most. Beyond its number of unfinished bodies the oldest
 * is given up, not the newest: behind an attacker may come a buyer, and the buyer's body is here within moments.
 */
const ordinaryBodies: BodyReaderSettings = { withinMs: 10_000, atOnce: 640 };
/** A webhook is sent by a machine that is close to us in time. The room is its own, so that no other body can push one out of it. */
const webhookBodies: BodyReaderSettings = { withinMs: 5_000, atOnce: 64 };
/** Pictures and the like, of which staff send one at a time. */
const uploads: BodyReaderSettings = { withinMs: 10_000, atOnce: 8 };

/** One for each kind of body. */
export type BodyReaders = Record<'ordinary' | 'webhook' | 'upload', BodyReader>;

export const createBodyReaders = (changes: Partial<BodyReaderSettings> = {}): BodyReaders => ({
  ordinary: createBodyReader({ ...ordinaryBodies, ...changes }),
  webhook: createBodyReader({ ...webhookBodies, ...changes }),
  upload: createBodyReader({ ...uploads, ...changes }),
});

/** Where the listener looks before it reads from the connection. */
type WithBody = IncomingMessage & { rawBody?: Buffer };

function createBodyReader({ withinMs, atOnce }: BodyReaderSettings): BodyReader {
  /** How each unfinished body is ended, oldest first. */
  const unfinished = new Set<(how: Arrived) => void>();
  return {
    take: (incoming: WithBody, atMostBytes) => {
      const arrived = Promise.withResolvers<Arrived>();
      const chunks: Buffer[] = [];
      let size = 0;
      const end = (how: Arrived): void => {
        if (!unfinished.delete(end)) return;
        clearTimeout(timer);
        incoming.off('data', add).pause();
        if (how === 'whole') incoming.rawBody = Buffer.concat(chunks);
        arrived.resolve(how);
      };
      const add = (chunk: Buffer): void => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > atMostBytes) end('whole');
      };
      const timer = setTimeout(end, withinMs, 'late');
      unfinished.add(end);
      incoming.on('error', () => undefined).once('close', () => end('gone'));
      incoming.once('end', () => end('whole')).on('data', add);
      const [oldest] = unfinished;
      if (unfinished.size > atOnce) oldest?.('late');
      return arrived.promise;
    },
  };
}

/** What a GET brings is never read. */
export const bringsBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' && method !== 'HEAD' && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
