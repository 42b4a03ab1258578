/**
 * Creates a database for one test file as a copy of the migrated template. This takes a few milliseconds;
 * `close` drops it.
 */
import { createDatabase, type Database } from '#platform/database.ts';
import { Client } from 'pg';
import { inject } from 'vitest';

/** No test depends on these limits, and a busy machine may need longer than production allows. */
const longLimits = { statementTimeoutMs: 30_000, connectWithinMs: 30_000 };

export type TestDatabase = { url: string; db: Database; close(): Promise<void> };

/**
 * `max` is the number of connections; tests of race conditions need more than the default of 10. With
 * `migrated: false` the database is empty.
 */
export async function aDatabase({
  max = 10,
  migrated = true,
}: {
  max?: number;
  migrated?: boolean;
} = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const template = migrated ? new URL(templateUrl).pathname.slice(1) : 'template0';
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = urlOfDatabase(templateUrl, name);
  await administer(templateUrl, `create database ${name} template ${template} strategy file_copy`);
  const db = createDatabase(url, { max, applicationName: 'stateside test', ...longLimits });
  return {
    url,
    db,
    close: async () => {
      await db.destroy();
      await administer(templateUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOfDatabase(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
