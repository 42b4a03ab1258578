/**
 * Ends connections that would fail whoever gets them next. Either the server fell silent in the middle of a statement: the driver gives up
 * waiting, but the connection still believes in the answer, for as long as the network says nothing. Or the server was the primary of a
 * cluster and has become a replica, while a new connection leads to the new primary.
 */
import type { Pool, PoolClient } from 'pg';

/** The driver's words for its own limit (`query_timeout`); it has no code for it. */
const unanswered = 'Query read timeout';
/** PostgreSQL's code for a write where only reads are possible. */
const readOnly = '25006';

type Query = (...sent: unknown[]) => unknown;

export function endWhenUseless(pool: Pool): void {
  const replicas = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const watched: Query = (...sent) => {
      const answer = query(...sent);
      // Registered before the caller can be, so the connection is marked when the caller gives it back.
      if (answer instanceof Promise)
        answer
          .catch(({ message, code }: Error & { code?: unknown }) => {
            if (code === readOnly) replicas.add(client);
            return message === unanswered ? client.end() : undefined;
          })
          .catch(() => {});
      return answer;
    };
    client.query = watched as PoolClient['query'];
  });
  // It answers, so the transaction is rolled back first.
  pool.on('release', (_error, client) => {
    if (replicas.has(client)) void client.end().catch(() => {});
  });
}
