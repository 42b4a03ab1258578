/**
 * Names a visible attempt to buy. The same content keeps its key, over network retries, reloads and declined cards,
 * so the server always finds the same order; changed content is a new attempt with a new key.
 */
import type { Purchase } from '#web/features/cart/slice.ts';

/** A UUID without `crypto.randomUUID`, which browsers withhold on plain http. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Tells contents apart without keeping them: two rounds of FNV-1a, so that no personal data reaches browser storage.
 * A collision is harmless: the server compares the contents itself and refuses a key that was used for another one.
 */
export function fingerprintOf(content: unknown): string {
  const text = JSON.stringify(content);
  const hash = (seed: number) => {
    let value = seed;
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    return (value >>> 0).toString(16).padStart(8, '0');
  };
  return `${hash(0x811c9dc5)}${hash(0x9e3779b9)}${text.length.toString(16)}`;
}

/** The attempt to send now: the last one while its content is the same and it is not paid, else a new one. */
export function attemptFor(last: Purchase | null, content: unknown): Purchase {
  const fingerprint = fingerprintOf(content);
  if (last && !last.isPaid && last.key !== '' && last.fingerprint === fingerprint) return last;
  return { key: freshKey(), fingerprint, orderId: null, isPaid: false };
}

/** After a saved card was declined: within one key the same card is tried once, so the next try needs another. The order stays the same. */
export const afterDecline = (last: Purchase): Purchase => ({ ...last, key: freshKey() });
