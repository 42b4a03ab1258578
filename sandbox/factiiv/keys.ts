/** Keys that people grant to an app, each for one business. Only their hashes are stored. */
import { createHash, randomUUID } from 'node:crypto';
import type { Row } from '#sandbox/database.ts';
import { randomText } from '#sandbox/random-text.ts';
import { isoOf, type World } from './world.ts';

export type Grant = { businessId: string; connectingApp: string; connectingUserId: string };
export type Key = Grant & { id: string; last4: string; createdAt: string | null; revokedAt: string | null };

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const keyOf = (row: Row): Key => ({
  id: String(row.id),
  last4: String(row.last4),
  businessId: String(row.business_id),
  connectingApp: String(row.connecting_app),
  connectingUserId: String(row.connecting_user_id),
  createdAt: isoOf(row.created_at),
  revokedAt: isoOf(row.revoked_at),
});

/** Returns the key, which cannot be read again. Earlier keys stay valid until they are revoked. */
export function grantKey(
  { database, time }: World,
  { businessId, connectingApp, connectingUserId }: Grant,
): string {
  const key = `fk_${randomText(40)}`;
  database.run(
    `insert into api_key (id, hash, last4, business_id, connecting_app, connecting_user_id, created_at) values (?, ?, ?, ?, ?, ?, ?)`,
    randomUUID(),
    hashOf(key),
    key.slice(-4),
    businessId,
    connectingApp,
    connectingUserId,
    time.nowMs(),
  );
  return key;
}

export function findKey({ database }: World, key: string): Key | null {
  const row = database.first('select * from api_key where hash = ?', hashOf(key));
  return row === null ? null : keyOf(row);
}

export const keysOf = ({ database }: World, businessId: string): Key[] =>
  database
    .all('select * from api_key where business_id = ? order by created_at, rowid', businessId)
    .map(keyOf);

export type WhichKeys = { key: string } | { keyId: string } | { businessId: string };

/** Returns the number of revoked keys. */
export function revokeKeys({ database, time }: World, which: WhichKeys): number {
  const [column, value] =
    'key' in which
      ? ['hash', hashOf(which.key)]
      : 'keyId' in which
        ? ['id', which.keyId]
        : ['business_id', which.businessId];
  return database.run(
    `update api_key set revoked_at = ? where ${column} = ? and revoked_at is null`,
    time.nowMs(),
    value ?? null,
  );
}
