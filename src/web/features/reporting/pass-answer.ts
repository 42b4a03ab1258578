/**
 * Passes Factiiv's response from the return page to the page that asked. It uses a broadcast channel and a
 * storage event, because the provider's headers may have cut the link between the two windows. Both reach
 * pages of our own origin only.
 */
import { z } from 'zod';
import { openStorage, writeItem } from '#web/local-storage.ts';

const name = 'factiivAnswer';
/** How long the return page waits for a confirmation that the response was taken. */
export const waitForTakerMs = 2_000;

const Message = z.union([
  z.object({ kind: z.literal('answer'), query: z.string().max(4_000), sentAt: z.number() }),
  z.object({ kind: z.literal('taken'), state: z.string().max(100) }),
]);
type Message = z.infer<typeof Message>;

const openChannel = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);

/**
 * `take` returns the attempt's state if the query was for this page, else null. Returns a function that stops
 * listening.
 */
export function listenForAnswer(take: (query: string) => string | null): () => void {
  const channel = openChannel();
  const receive = (sent: unknown): void => {
    const message = Message.safeParse(sent).data;
    // A frozen page receives messages late, when the return page no longer waits.
    if (message?.kind !== 'answer' || Date.now() - message.sentAt > waitForTakerMs) return;
    const state = take(message.query);
    if (state !== null) confirmTaken(state);
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
  // Other tabs get an event when it is written. It is removed immediately, because a key must not stay in
  // storage.
  writeItem(openStorage(), name, JSON.stringify(message));
  writeItem(openStorage(), name, null);
}

/** Uses its own channel: taking the response stops listening, which closes the channel it came from. */
function confirmTaken(state: string): void {
  const channel = openChannel();
  broadcast(channel, { kind: 'taken', state });
  channel?.close();
}

/** True if another of our pages took the response. */
export function passAnswer(query: string, state: string): Promise<boolean> {
  const channel = openChannel();
  return new Promise((resolve) => {
    const end = (isTaken: boolean): void => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
      channel?.close();
      resolve(isTaken);
    };
    const onMessage = (sent: unknown): void => {
      const message = Message.safeParse(sent).data;
      if (message?.kind === 'taken' && message.state === state) end(true);
    };
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key !== name || newValue === null) return;
      try {
        onMessage(JSON.parse(newValue));
      } catch {}
    };
    const timer = setTimeout(() => end(false), waitForTakerMs);
    channel?.addEventListener('message', ({ data }) => onMessage(data));
    window.addEventListener('storage', onStorage);
    broadcast(channel, { kind: 'answer', query, sentAt: Date.now() });
  });
}
