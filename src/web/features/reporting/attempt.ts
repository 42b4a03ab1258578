/**
 * The attempt to connect that this tab has begun, in the storage of the tab: a popup takes a copy of it along, and where popups are blocked
 * the page that Factiiv leads back to finds it. One answer ends it.
 */
import { z } from 'zod';
import { openTabStorage, readItem, writeItem } from '#web/local-storage.ts';
import type { Attempt } from './answer.ts';

const key = 'factiivAttempt';

const Stored = z.object({
  state: z.string().min(20),
  userId: z.string(),
  appName: z.string(),
  termsVersion: z.string(),
  /** The answer comes back to the tab itself, and nobody else waits for it. */
  inThisTab: z.boolean(),
});
export type StoredAttempt = Attempt & { inThisTab: boolean };

/** 128 random bits. */
export const freshState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** False where this browser stores nothing: then only a window that is asked directly can answer. */
export const storeAttempt = (attempt: StoredAttempt | null): boolean =>
  writeItem(openTabStorage(), key, attempt === null ? null : JSON.stringify(attempt));

export function readAttempt(): StoredAttempt | null {
  try {
    return Stored.safeParse(JSON.parse(readItem(openTabStorage(), key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
