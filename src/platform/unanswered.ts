/**
 * Ends a connection whose server fell silent in the middle of a statement. The driver gives up waiting, but the connection still
 * believes in the answer: back in the pool it would fail whoever gets it next, for as long as the network says nothing.
 */
import type { PoolClient } from 'pg';

/** The driver's words for its own limit (`query_timeout`); it has no code for it. */
const unanswered = 'Query read timeout';

type Query = (...sent: unknown[]) => unknown;

export function endWhenUnanswered(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...sent) => {
    const answer = query(...sent);
    // Registered before the caller can be, so the connection is marked as ending when the caller gives it back.
    if (answer instanceof Promise)
      answer.catch((error: Error) => (error.message === unanswered ? client.end() : undefined)).catch(() => {});
    return answer;
  };
  client.query = watched as PoolClient['query'];
}
