/**
 * Remembers the list from which a record was opened, so Back focuses the row again and the record can link to
 * its neighbors.
 */
type LastList = { href: string; ids: readonly string[]; openedId: string };

const lists = new Map<string, LastList>();

export const rememberList = (area: string, list: LastList): void => void lists.set(area, list);

export const lastList = (area: string): LastList | undefined => lists.get(area);

/** The previous and next record of the list from which this one was opened. */
export function neighborsOf(area: string, id: string): { newer: string | null; older: string | null } {
  const { ids = [] } = lists.get(area) ?? {};
  const place = ids.indexOf(id);
  return place === -1
    ? { newer: null, older: null }
    : { newer: ids[place - 1] ?? null, older: ids[place + 1] ?? null };
}
