/** Copies of a database on the server of the tests. */
import { Client } from 'pg';

export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Takes a few milliseconds. Nothing may be connected to the template. */
export const copyDatabase = (serverUrl: string, template: string, name: string): Promise<void> =>
  administer(serverUrl, `create database ${name} template ${template} strategy file_copy`);

export const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  administer(serverUrl, `drop database if exists ${name} with (force)`);

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOfDatabase(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
