/** Opens a dedicated connection outside the pool, for work that needs one throughout. */
import { Client } from 'pg';

const answersWithinMs = 10_000;

/** `name` is the application name that the database shows. */
export async function withClient<Result>(
  url: string,
  name: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: answersWithinMs,
    keepAlive: true,
  });
  client.on('error', () => {}); // A lost connection also rejects the running query, and that is where it is reported.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
