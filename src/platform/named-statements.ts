/**
 * Names statements on a connection, so that PostgreSQL parses and plans each once. A statement with `*` as
 * its columns gets no name: after a migration changes its columns, a cached plan would fail in a running
 * process. So hot statements list their columns.
 */
import type { PoolClient } from 'pg';

/**
 * Texts come from our code, but every length of a list makes another text. Beyond this number, statements get
 * no name.
 */
const namesAtMost = 1_000;
/**
 * A result whose columns are not named: `select *`, `with … select *`, `returning *`, `"order".*`. A star
 * elsewhere in a statement is harmless.
 */
const starResult = /(?:^|\))\s*select\s+[^()]*\*|\breturning\s+\*|\.\*/i;

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const cached = names.get(text);
  if (cached !== undefined || names.size >= namesAtMost || starResult.test(text)) return cached;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * For the connections of one pool. Statements without parameters (`begin`, `commit`) are not named, because
 * parsing them is cheap.
 */
export function nameStatements(): (client: PoolClient) => void {
  const names = new Map<string, string>();
  return (client) => {
    const query = client.query.bind(client) as Query;
    const named: Query = (text, values, ...rest) => {
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return query(text, values, ...rest);
      const name = nameOf(text, names);
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    client.query = named as PoolClient['query'];
  };
}
