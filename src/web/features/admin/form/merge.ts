/**
 * Three-way merge of a record that two users changed: the original, the server's current values, and the
 * values to save.
 */
export type Fields = Record<string, unknown>;

export type Clash<T extends Fields> = {
  name: keyof T & string;
  before: unknown;
  theirs: unknown;
  mine: unknown;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * A field that only one side changed takes that change. A field that both changed to different values is a
 * clash.
 */
export function merge<T extends Fields>(before: T, theirs: T, mine: T): { merged: T; clashes: Clash<T>[] } {
  const merged = { ...theirs };
  const clashes: Clash<T>[] = [];
  for (const name of Object.keys(mine) as (keyof T & string)[]) {
    if (isSame(before[name], mine[name]) || isSame(theirs[name], mine[name])) continue;
    merged[name] = mine[name];
    if (!isSame(before[name], theirs[name]))
      clashes.push({ name, before: before[name], theirs: theirs[name], mine: mine[name] });
  }
  return { merged, clashes };
}
