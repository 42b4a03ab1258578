/**
 * Identifies a visible purchase attempt. The same content keeps its key across network retries, reloads, and
 * declined cards, so the server always finds the same order. Changed content is a new attempt with a new key.
 */
import type { Purchase } from '#web/features/cart/cart.ts';
import { freshKey } from '#web/fresh-key.ts';

/**
 * Compares contents without storing them: two rounds of FNV-1a, so no personal data reaches browser storage.
 * A collision is harmless. The server compares the contents itself and rejects a key that was used for other
 * content.
 */
export function fingerprintOf(content: unknown): string {
  const text = JSON.stringify(content);
  const hash = (seed: number) => {
    let value = seed;
    for (let index = 0; index < text.length; index += 1)
      value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    return (value >>> 0).toString(16).padStart(8, '0');
  };
  return `${hash(0x811c9dc5)}${hash(0x9e3779b9)}${text.length.toString(16)}`;
}

/** The attempt to send now: the last one if its content is unchanged and it is not paid, else a new one. */
export function attemptFor(last: Purchase | null, content: unknown): Purchase {
  const fingerprint = fingerprintOf(content);
  if (last && !last.isPaid && last.key !== '' && last.fingerprint === fingerprint) return last;
  return { key: freshKey(), fingerprint, orderId: null, isPaid: false };
}

/**
 * After a saved card was declined: the server tries a card only once per key, so the next try needs a new
 * one. The order stays the same.
 */
export const afterDecline = (last: Purchase): Purchase => ({ ...last, key: freshKey() });
