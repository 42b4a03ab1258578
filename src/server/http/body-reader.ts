/**
 * Reads the whole request body before the request is admitted. A client that announces a body and never sends
 * it uses a socket, but no admission slot.
 */
import type { IncomingMessage } from 'node:http';

/** `late`: the body took too long, or was dropped because too many newer bodies were unfinished. */
export type Arrived = 'whole' | 'late' | 'gone';

export type BodyReader = {
  /**
   * Reads the body into `rawBody`, where the listener expects it. A body longer than `atMostBytes` resolves
   * as `whole` one byte later; the handler then rejects it by its length.
   */
  take(incoming: IncomingMessage, atMostBytes: number): Promise<Arrived>;
};

export type BodyReaderSettings = { withinMs: number; unfinishedAtMost: number };

/**
 * Our bodies are at most 100 kB and the processor's at most 1 MB, so each kind uses at most 64 MB. Beyond
 * `unfinishedAtMost` unfinished bodies the oldest is dropped. A slow attacker is then dropped before a real
 * buyer, whose body arrives within moments.
 */
const ordinaryBodies: BodyReaderSettings = { withinMs: 10_000, unfinishedAtMost: 640 };
/**
 * The processor sends webhooks fast, so they get a shorter deadline. The separate pool keeps other bodies
 * from displacing them.
 */
const webhookBodies: BodyReaderSettings = { withinMs: 5_000, unfinishedAtMost: 64 };
/** Pictures and similar files. Staff send one at a time. */
const uploads: BodyReaderSettings = { withinMs: 10_000, unfinishedAtMost: 8 };

export type BodyReaders = Record<'ordinary' | 'webhook' | 'upload', BodyReader>;

export const createBodyReaders = (changes: Partial<BodyReaderSettings> = {}): BodyReaders => ({
  ordinary: createBodyReader({ ...ordinaryBodies, ...changes }),
  webhook: createBodyReader({ ...webhookBodies, ...changes }),
  upload: createBodyReader({ ...uploads, ...changes }),
});

/** The property that the listener reads before it reads from the connection. */
type WithBody = IncomingMessage & { rawBody?: Buffer };

function createBodyReader({ withinMs, unfinishedAtMost }: BodyReaderSettings): BodyReader {
  /** Callbacks that end each unfinished body, oldest first. */
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
      if (unfinished.size > unfinishedAtMost) oldest?.('late');
      return arrived.promise;
    },
  };
}

/** True when the request has a body to read. Bodies of GET requests are never read. */
export const hasRequestBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
