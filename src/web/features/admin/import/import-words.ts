/** Texts with the counts of an import. */
import type { ImportPlan } from './calls.ts';

const count = (number: number): string => number.toLocaleString('en-US');

/** "2 products". */
export const countNoun = (number: number, names: { one: string; many: string }): string =>
  `${count(number)} ${number === 1 ? names.one : names.many}`;

/** "2 new, 1 changed"; counts of zero are omitted. */
export function summaryOf({
  added,
  changed,
  same,
  refused = 0,
}: Pick<ImportPlan, 'added' | 'changed' | 'same'> & { refused?: number }): string {
  const parts: [number, string][] = [
    [refused, refused === 1 ? 'with an error' : 'with errors'],
    [added, 'new'],
    [changed, 'changed'],
    [same, 'unchanged'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${count(number)} ${word}`)
    .join(', ');
}
