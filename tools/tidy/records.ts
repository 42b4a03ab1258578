/** Decision records have one form, so that whoever reads two of them knows where to look in the third. */
import type { Rule } from '#tools/tidy/source.ts';

const status =
  /^Status: (?:accepted, \d{4}-\d\d-\d\d(?:; replaced in part by \d{4} \([^)]+\))*|replaced by \d{4}, \d{4}-\d\d-\d\d) · Area: [^·]+?(?: · Replaces: \d{4}(?: in part)?(?:, \d{4}(?: in part)?)*)?$/;
export const partsOfRecord = ['Context', 'Decision', 'Consequences', 'Alternatives'];

/** `docs/decisions/0007-….md` has the number 0007. */
export const numberOfRecord = (path: string): string | null => /^docs\/decisions\/(\d{4})-[\w-]+\.md$/.exec(path)?.[1] ?? null;

export const recordForm: Rule = ({ path, text }) => {
  if (!path.startsWith('docs/decisions/')) return [];
  const number = numberOfRecord(path);
  if (number === null) return ['a decision record is named by a number of four digits and its matter'];
  const lines = text.split('\n');
  const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences|Alternatives)\.\*\*/gm)].map(([, part]) => part);
  return [
    ...(lines[0]?.startsWith(`# ${number} `) ? [] : [`does not begin with "# ${number} " and what is decided`]),
    ...(status.test(lines[2] ?? '')
      ? []
      : ['the third line does not say "Status: accepted, <date> · Area: <area>", or what replaced the record']),
    ...(parts.join() === partsOfRecord.join() ? [] : [`has not the parts ${partsOfRecord.join(', ')}, each once and in this order`]),
  ];
};

/** Records that share a number, and replacements of which only one side tells. */
export function recordComplaints(records: { path: string; text: string }[]): string[] {
  const numbers = records.map(({ path }) => numberOfRecord(path));
  const told = (pattern: RegExp): string[] =>
    records.flatMap(({ path, text }) =>
      [...(text.split('\n')[2] ?? '').matchAll(pattern)].map(([, other]) => `${numberOfRecord(path)} ${other}`),
    );
  const replaced = told(/replaced (?:in part )?by (\d{4})/g);
  const replacing = told(/(?<=Replaces:.*)(\d{4})/g).map((pair) => pair.split(' ').toReversed().join(' '));
  return [
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `two records have the number ${number}`),
    ...replaced.filter((pair) => !replacing.includes(pair)).map((pair) => `${pair}: only the older record tells of the replacement`),
    ...replacing.filter((pair) => !replaced.includes(pair)).map((pair) => `${pair}: only the newer record tells of the replacement`),
  ];
}
