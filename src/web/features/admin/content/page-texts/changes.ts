/** Describes the differences between two versions of a list. */
import type { Change } from '#web/features/admin/form/versioned-form.tsx';
import type { Entry, EntryKind } from './entry-fields.ts';

export function changesBetween(kind: EntryKind, before: readonly Entry[], after: readonly Entry[]): Change[] {
  const called = (entry: Entry): string => kind.nameOf(kind.partsOf(entry));
  const other = (entries: readonly Entry[], { id }: Entry): Entry | undefined =>
    entries.find((entry) => entry.id === id);
  const changesOf = (label: string, entries: Entry[]): Change[] =>
    entries.map((entry) => ({ name: `${label} ${entry.id}`, label, is: called(entry) }));
  const added = after.filter((entry) => other(before, entry) === undefined);
  const removed = before.filter((entry) => other(after, entry) === undefined);
  const changed = after.filter((entry) => {
    const was = other(before, entry);
    return was !== undefined && JSON.stringify(kind.partsOf(was)) !== JSON.stringify(kind.partsOf(entry));
  });
  const orderOf = (entries: readonly Entry[], beside: readonly Entry[]): string =>
    entries.flatMap((entry) => (other(beside, entry) === undefined ? [] : [entry.id])).join();
  const isMoved = orderOf(before, after) !== orderOf(after, before);
  return [
    ...changesOf('Added', added),
    ...changesOf('Changed', changed),
    ...changesOf('Removed', removed),
    ...(isMoved ? [{ name: 'order', label: 'Order', is: 'another' }] : []),
  ];
}
