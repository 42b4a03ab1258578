/** A connection of its own, outside of the pool, for work that needs one from its beginning to its end. */
import { Client } from 'pg';

const answersWithinMs = 10_000;

/** `name` is what the database shows for it. */
export async function withClient<Result>(url: string, name: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: name, connectionTimeoutMillis: answersWithinMs, keepAlive: true });
  client.on('error', () => {}); // A lost connection also rejects the running query, and that is where it is reported.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
