/**
 * Gives a statement a name on its connection, so that PostgreSQL parses and plans it once instead of each time.
 * A statement with a star for its columns stays nameless: its columns change with a migration, and a kept plan would then fail in a process
 * that still runs. So hot statements name their columns.
 */
import type { PoolClient } from 'pg';

/** Texts come from our code, but a list as long as a cart makes one text for each length; beyond this many they stay nameless. */
const namesAtMost = 1_000;
/** A result whose columns are not named: `select *`, `with … select *`, `returning *`, `"order".*`. Inside of a statement a star is no harm. */
const starResult = /(?:^|\))\s*select\s+[^()]*\*|\breturning\s+\*|\.\*/i;

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesAtMost || starResult.test(text)) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/** For the connections of one pool. Statements without parameters (`begin`, `commit`) stay as they are: those cost nothing to parse. */
export function nameStatements(): (client: PoolClient) => void {
  const names = new Map<string, string>();
  return (client) => {
    const query = client.query.bind(client) as Query;
    const named: Query = (text, values, ...rest) => {
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query(text, values, ...rest);
      const name = nameOf(text, names);
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    client.query = named as PoolClient['query'];
  };
}
