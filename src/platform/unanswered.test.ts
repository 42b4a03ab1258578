/** A server that is reachable again must be used again, although the connections from before will never be answered. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/a-database.ts';
import { startTcpProxy } from '#test/chaos/tcp-proxy.ts';
import { createDatabase } from './database.ts';
import { isDatabaseTrouble } from './database-trouble.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

test('connections whose server fell silent are replaced, inside a transaction and outside of one', async () => {
  const url = new URL(database.url);
  const line = await startTcpProxy({ host: '127.0.0.1', port: Number(url.port) });
  url.port = String(line.port);
  const db = createDatabase(url.href, { max: 2, statementTimeoutMs: 200 });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one);
  const askInTransaction = () =>
    db.transaction().execute((tx) => sql<{ one: number }>`select 1 as one`.execute(tx).then(({ rows }) => rows[0]?.one));
  try {
    expect(await Promise.all([ask(), askInTransaction()])).toEqual([1, 1]);
    line.set({ kind: 'hanging' });
    const failed = await Promise.allSettled([ask(), askInTransaction()]);
    line.set({ kind: 'good' });
    const reasons = failed.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
    expect(reasons.map(isDatabaseTrouble), reasons.join('; ')).toEqual([true, true]);
    expect(await Promise.all([ask(), askInTransaction(), ask()])).toEqual([1, 1, 1]);
  } finally {
    await db.destroy();
    await line.stop();
  }
});
