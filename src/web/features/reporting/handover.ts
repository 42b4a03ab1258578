/**
 * How the page that Factiiv leads back to tells the page that asked: by a broadcast channel and by a storage event, because the provider's
 * headers may have cut the tie between the two windows. Both reach pages of our own origin only.
 */
import { z } from 'zod';
import { openStorage, writeItem } from '#web/local-storage.ts';

const name = 'factiivAnswer';
/** After this long the returned page no longer waits to hear that somebody took the answer. */
export const waitForTakerMs = 2_000;

const Message = z.union([
  z.object({ kind: z.literal('answer'), query: z.string().max(4_000), sentAt: z.number() }),
  z.object({ kind: z.literal('taken'), state: z.string().max(100) }),
]);
type Message = z.infer<typeof Message>;

const openChannel = (): BroadcastChannel | null => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name));

/** `take` answers whether the query was for this page. Answers the function that ends listening. */
export function listenForAnswer(take: (query: string) => string | null): () => void {
  const channel = openChannel();
  const receive = (sent: unknown): void => {
    const message = Message.safeParse(sent).data;
    // A page that was asleep hears late: the returned page has found another way by then.
    if (message?.kind !== 'answer' || Date.now() - message.sentAt > waitForTakerMs) return;
    const state = take(message.query);
    if (state !== null) tellTaken(state);
  };
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key !== name || newValue === null) return;
    try {
      receive(JSON.parse(newValue));
    } catch {}
  };
  channel?.addEventListener('message', ({ data }) => receive(data));
  window.addEventListener('storage', onStorage);
  return () => {
    channel?.close();
    window.removeEventListener('storage', onStorage);
  };
}

function broadcast(channel: BroadcastChannel | null, message: Message): void {
  channel?.postMessage(message);
  // Other tabs hear of it as it is written. It is gone at once: a key must not lie in storage.
  writeItem(openStorage(), name, JSON.stringify(message));
  writeItem(openStorage(), name, null);
}

/** Through a channel of its own: taking the answer ends the listening, which closes the channel that it came by. */
function tellTaken(state: string): void {
  const channel = openChannel();
  broadcast(channel, { kind: 'taken', state });
  channel?.close();
}

/** True when another page of ours took the answer. */
export function handOver(query: string, state: string): Promise<boolean> {
  const channel = openChannel();
  return new Promise((resolve) => {
    const end = (isTaken: boolean): void => {
      clearTimeout(late);
      window.removeEventListener('storage', onStorage);
      channel?.close();
      resolve(isTaken);
    };
    const hear = (sent: unknown): void => {
      const message = Message.safeParse(sent).data;
      if (message?.kind === 'taken' && message.state === state) end(true);
    };
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key !== name || newValue === null) return;
      try {
        hear(JSON.parse(newValue));
      } catch {}
    };
    const late = setTimeout(() => end(false), waitForTakerMs);
    channel?.addEventListener('message', ({ data }) => hear(data));
    window.addEventListener('storage', onStorage);
    broadcast(channel, { kind: 'answer', query, sentAt: Date.now() });
  });
}
