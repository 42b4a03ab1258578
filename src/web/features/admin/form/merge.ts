/** Two people changed one record: what each field was, what it is now on the server, and what is about to be saved. */
export type Fields = Record<string, unknown>;

export type Clash<T extends Fields> = { name: keyof T & string; before: unknown; theirs: unknown; mine: unknown };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that only one side changed are no question: that change stays. What both changed, to different ends, is a clash. */
export function merge<T extends Fields>(before: T, theirs: T, mine: T): { merged: T; clashes: Clash<T>[] } {
  const merged = { ...theirs };
  const clashes: Clash<T>[] = [];
  for (const name of Object.keys(mine) as (keyof T & string)[]) {
    if (isSame(before[name], mine[name]) || isSame(theirs[name], mine[name])) continue;
    merged[name] = mine[name];
    if (!isSame(before[name], theirs[name])) clashes.push({ name, before: before[name], theirs: theirs[name], mine: mine[name] });
  }
  return { merged, clashes };
}
