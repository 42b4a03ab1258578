/**
 * Closes connections that would fail their next user. Either the server hung in the middle of a statement:
 * the driver stops waiting, but the connection still expects the answer. Or the server was the primary of a
 * cluster and has become a replica, while a new connection reaches the new primary.
 */
import type { Pool, PoolClient } from 'pg';

/** The driver's message for its own limit (`query_timeout`), which has no code. */
const unanswered = 'Query read timeout';
/** PostgreSQL's code for a write on a read-only server. */
const readOnly = '25006';

type Query = (...sent: unknown[]) => unknown;

export function endWhenUseless(pool: Pool): void {
  const replicas = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const watched: Query = (...sent) => {
      const answer = query(...sent);
      // Registered before the caller's handler, so the connection is marked when the caller returns it.
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
  // The server still answers, so the transaction is rolled back first.
  pool.on('release', (_error, client) => {
    if (replicas.has(client)) void client.end().catch(() => {});
  });
}
