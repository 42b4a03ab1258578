/**
 * A database that refuses connections briefly, as while a pooler restarts, fails no request. A longer outage
 * is reported soon.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { startTcpProxy, type TcpProxy } from '#test/chaos/tcp-proxy.ts';
import { until } from '#test/until.ts';
import { createDatabase, type Database } from './database.ts';
import { isDatabaseFailure } from './database-trouble.ts';

let database: TestDatabase;
let line: TcpProxy;
let db: Database;
beforeAll(async () => {
  database = await aDatabase({ content: 'none' });
  const url = new URL(database.url);
  line = await startTcpProxy({ host: '127.0.0.1', port: Number(url.port) });
  url.port = String(line.port);
  db = createDatabase(url.href, { max: 1 });
});
afterAll(async () => {
  await db.destroy();
  await line.stop();
  await database.close();
});

const ask = (): Promise<unknown> => sql`select 1 as one`.execute(db).then(({ rows }) => rows);

test('a query during refused connections is answered when they are accepted again', async () => {
  line.set({ kind: 'reset' });
  const answers = Promise.all([ask(), ask(), ask()]);
  const before = line.refused();
  await until('a connection was refused more than once', () => line.refused() > before + 2);
  line.set({ kind: 'good' });
  expect(await answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
});

test('a server that reports that it is starting is retried, too', async () => {
  line.set({ kind: 'reset' });
  await ask().catch(() => undefined); // Discards any connection that was left.
  line.set({ kind: 'answered', with: refusal('57P03', 'the database system is starting up') });
  const answer = ask();
  const before = line.refused();
  await until('it was refused', () => line.refused() > before);
  line.set({ kind: 'good' });
  expect(await answer).toEqual([{ one: 1 }]);
});

test('a database that stays unavailable is reported within seconds', async () => {
  line.set({ kind: 'reset' });
  await ask().catch(() => undefined);
  const startedAt = performance.now();
  const refused = await ask().catch((error: unknown) => error);
  expect(isDatabaseFailure(refused), String(refused)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  line.set({ kind: 'good' });
});

/** An error as the server encodes it: each field has a letter and ends with a zero byte. */
function refusal(code: string, message: string): string {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + fields.length);
  return `E${length.toString('latin1')}${fields}`;
}
