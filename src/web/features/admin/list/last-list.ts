/** Where somebody was in a list when they opened a row: so that Back finds the row again, and a record knows its neighbors. */
type LastList = { href: string; ids: readonly string[]; openedId: string };

const lists = new Map<string, LastList>();

export const rememberList = (area: string, list: LastList): void => void lists.set(area, list);

export const lastList = (area: string): LastList | undefined => lists.get(area);

/** The records before and after this one in the list that it was opened from. */
export function neighborsOf(area: string, id: string): { newer: string | null; older: string | null } {
  const { ids = [] } = lists.get(area) ?? {};
  const place = ids.indexOf(id);
  return place === -1 ? { newer: null, older: null } : { newer: ids[place - 1] ?? null, older: ids[place + 1] ?? null };
}
