/** A database of its own for a test file: a copy of the migrated template, made in some milliseconds and thrown away by `close`. */
import { createDatabase, type Database } from '#platform/database.ts';
import { Client } from 'pg';
import { inject } from 'vitest';

/** No test is about these limits, and a machine that is busy with other things may need longer than a shop may take. */
const longLimits = { statementTimeoutMs: 30_000, connectWithinMs: 30_000 };

export type TestDatabase = { url: string; db: Database; close(): Promise<void> };

/** `max` is the number of connections; tests about races want more than the usual few. Without migrations it is empty. */
export async function aDatabase({ max = 10, migrated = true }: { max?: number; migrated?: boolean } = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const template = migrated ? new URL(templateUrl).pathname.slice(1) : 'template0';
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = inSameServer(templateUrl, name);
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

function inSameServer(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: inSameServer(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
