/**
 * Migrations that run outside a transaction: indexes built concurrently, and changes of many rows, a thousand
 * at a time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { batchSize } from './in-batches.ts';
import { type Migration, statementsOf } from './migration-files.ts';

type Settings = { lockTimeoutMs: number; retryForMs: number };

/**
 * Safe to repeat: an interrupted run leaves indexes, one of them perhaps invalid, or fewer rows to change.
 */
export async function applyOutside(
  client: Client,
  { sql, way }: Migration,
  { lockTimeoutMs, retryForMs }: Settings,
): Promise<void> {
  if (way === 'in batches') {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await changeInBatches(client, sql);
    return;
  }
  // It waits for older transactions and blocks no other statement in the meantime.
  await client.query(`set lock_timeout = ${retryForMs}`);
  await dropInvalidIndexes(client, sql);
  for (const statement of statementsOf(sql)) await client.query(statement);
}

/**
 * Pauses after each batch for as long as the batch took. So half of the capacity stays for the shop, which
 * may add rows at any time.
 */
async function changeInBatches(client: Client, sql: string): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const { rowCount } = await client.query(sql);
    if ((rowCount ?? 0) < batchSize) return;
    await pause(performance.now() - startedAt);
  }
}

async function dropInvalidIndexes(client: Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = 'public'::regnamespace`);
  const words = new Set(sql.match(/\w+/g));
  for (const { name } of rows)
    if (words.has(name)) await client.query(`drop index concurrently if exists public."${name}"`);
}
