/**
 * The connection attempt of this tab, in the tab's session storage. A popup gets a copy of it. If popups are
 * blocked, the page that Factiiv returns to finds it. One response ends it.
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
  /** The response returns to this tab, and no other page waits for it. */
  inThisTab: z.boolean(),
});
export type StoredAttempt = Attempt & { inThisTab: boolean };

/** 128 random bits. */
export const freshState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** False if browser storage is unavailable. Only a popup that can be read directly then gets a response. */
export const storeAttempt = (attempt: StoredAttempt | null): boolean =>
  writeItem(openTabStorage(), key, attempt === null ? null : JSON.stringify(attempt));

export function readAttempt(): StoredAttempt | null {
  try {
    return Stored.safeParse(JSON.parse(readItem(openTabStorage(), key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
