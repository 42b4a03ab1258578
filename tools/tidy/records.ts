/** Decision records have one format and stay short. */
import type { Rule } from '#tools/tidy/source.ts';

const status = /^Status: accepted, \d{4}-\d\d-\d\d · Area: [^·]+$/;
export const partsOfRecord = ['Context', 'Decision', 'Consequences', 'Alternatives'];
const maxWords = 250;
/** @internal */
export const maxRecords = 30;

/**
 * The number of a record: 0007 for `docs/decisions/0007-….md`. Archived records and other files have none.
 */
export const numberOfRecord = (path: string): string | null =>
  /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1] ?? null;

const isBinding = (path: string): boolean =>
  path.startsWith('docs/decisions/') && !path.startsWith('docs/decisions/archive/');

/** Converts `0007 Allow one live order per cart` to `0007-allow-one-live-order-per-cart`. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const recordForm: Rule = ({ path, text }) => {
  if (!isBinding(path)) return [];
  const number = numberOfRecord(path);
  if (number === null) return ['a decision record is named by four digits and its decision'];
  const lines = text.split('\n');
  const title = lines[0]?.replace(/^# /, '') ?? '';
  const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences|Alternatives)\.\*\*/gm)].map(
    ([, part]) => part,
  );
  const words = text.split(/\s+/).filter(Boolean).length;
  return [
    ...(path === `docs/decisions/${slugOf(title)}.md`
      ? []
      : [`the title "${title}" and the file name differ`]),
    ...(status.test(lines[2] ?? '')
      ? []
      : ['the third line is not "Status: accepted, <date> · Area: <area>"']),
    ...(parts.join() === partsOfRecord.join()
      ? []
      : [`needs the parts ${partsOfRecord.join(', ')}, each once and in this order`]),
    ...(words > maxWords ? [`has ${words} words; a record has at most ${maxWords}`] : []),
  ];
};
