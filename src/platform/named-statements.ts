/**
 * Names statements on a connection, so that PostgreSQL parses and plans each once. A statement with `*` as
 * its columns gets no name: after a migration changes its columns, a cached plan would fail in a running
 * process. So hot statements list their columns.
 */

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

/**
 * For the connections of one pool. Returns a function with the name of a statement; undefined: it gets none.
 * Statements without parameters (`begin`, `commit`) are not named, because parsing them is cheap.
 */
export function statementNames(): (text: string, values: readonly unknown[]) => string | undefined {
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.length === 0) return undefined;
    const cached = names.get(text);
    if (cached !== undefined || names.size >= namesAtMost || starResult.test(text)) return cached;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}
