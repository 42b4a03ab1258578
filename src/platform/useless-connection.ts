/**
 * Ends a connection that would fail whoever gets it next. Either its server fell silent in the middle of a statement: the driver gives up
 * waiting, but the connection still believes in the answer, for as long as the network says nothing. Or its server was the primary of a
 * cluster and has become a replica, while a new connection leads to the new primary.
 */
import type { PoolClient } from 'pg';

/** The driver's words for its own limit (`query_timeout`); it has no code for it. */
const unanswered = 'Query read timeout';
/** PostgreSQL's code for a write where only reads are possible. We open no transaction that is read only, except to read. */
const readOnly = '25006';

const isUseless = ({ message, code }: Error & { code?: unknown }): boolean => message === unanswered || code === readOnly;

type Query = (...sent: unknown[]) => unknown;

export function endWhenUseless(client: PoolClient): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...sent) => {
    const answer = query(...sent);
    // Registered before the caller can be, so the connection is marked as ending when the caller gives it back.
    if (answer instanceof Promise) answer.catch((error: Error) => (isUseless(error) ? client.end() : undefined)).catch(() => {});
    return answer;
  };
  client.query = watched as PoolClient['query'];
}
