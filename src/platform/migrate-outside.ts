/** Migrations that are no transaction: indexes that are built while rows are written, and a change of many rows, a thousand at a time. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { batchSize } from './in-batches.ts';
import { type Migration, statementsOf } from './migration-files.ts';

type Settings = { lockTimeoutMs: number; retryForMs: number };

/** Safe to repeat: a run that was cut off has left indexes, one of them perhaps not valid, or fewer rows to change. */
export async function applyOutside(client: Client, { sql, way }: Migration, { lockTimeoutMs, retryForMs }: Settings): Promise<void> {
  if (way === 'in batches') {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await changeInBatches(client, sql);
    return;
  }
  // It waits for transactions that began before it, and meanwhile stands in nobody's way.
  await client.query(`set lock_timeout = ${retryForMs}`);
  await dropHalves(client, sql);
  for (const statement of statementsOf(sql)) await client.query(statement);
}

/** After each thousand it rests for as long as they took: half of what it could do is left to the shop, which may add rows all the while. */
async function changeInBatches(client: Client, sql: string): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const { rowCount } = await client.query(sql);
    if ((rowCount ?? 0) < batchSize) return;
    await pause(performance.now() - startedAt);
  }
}

async function dropHalves(client: Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = 'public'::regnamespace`);
  const words = new Set(sql.match(/\w+/g));
  for (const { name } of rows) if (words.has(name)) await client.query(`drop index concurrently if exists public."${name}"`);
}
