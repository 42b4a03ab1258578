/**
 * Idempotency keys: the first response under a key is final, including a stored 500. A request that was
 * rejected before it ran stores nothing, so its key stays free.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '#sandbox/stripe/http/errors.ts';
import type { World } from '#sandbox/stripe/world.ts';

const ttlSeconds = 48 * 60 * 60;
const longestKey = 255;

/** Machine time: keys belong to the transport and ignore a moved clock. */
const machineSeconds = (): number => Math.floor(Date.now() / 1_000);

export type StoredAnswer = { status: number; body: string; requestId: string };

/** The same key with different parameters must be rejected, so a hash of the parameters is stored. */
export const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');

export function checkKey(key: string | null): void {
  if (key !== null && key.length > longestKey) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Idempotency keys are at most ${longestKey} characters long.`,
    });
  }
}

/** The stored response of this key, or null. Throws when the key belongs to a different request. */
export function storedAnswer(world: World, key: string, fingerprint: string): StoredAnswer | null {
  const row = world.database.first(
    'select fingerprint, status, body, request_id from idempotency where key = ? and created > ?',
    key,
    machineSeconds() - ttlSeconds,
  );
  if (row === null) return null;
  if (row.fingerprint !== fingerprint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `The idempotency key '${key}' was first used with other parameters. Use a new key for a different request.`,
    });
  }
  return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) };
}

export function storeAnswer(world: World, key: string, fingerprint: string, answer: StoredAnswer): void {
  world.database.run(
    'insert or replace into idempotency (key, fingerprint, status, body, request_id, created) values (?, ?, ?, ?, ?, ?)',
    key,
    fingerprint,
    answer.status,
    answer.body,
    answer.requestId,
    machineSeconds(),
  );
}

export function deleteOldKeys(world: World): void {
  world.database.run('delete from idempotency where created <= ?', machineSeconds() - ttlSeconds);
}

export const keyInUse = (key: string): ApiError =>
  new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `Another request with the idempotency key '${key}' is still being carried out.`,
  });
