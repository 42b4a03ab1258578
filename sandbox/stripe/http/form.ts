/**
 * Decodes bracket forms: `card[number]=4242&expand[0]=customer` becomes a tree of text. Lists remain groups
 * with numeric keys, because only a declared parameter knows that it is a list. Keys never reach a prototype.
 */
import { invalidRequest } from '#sandbox/stripe/http/errors.ts';

export type Raw = string | RawGroup;
export type RawGroup = { [key: string]: Raw };

const deepestLevel = 8;
const mostPairs = 1_000;

const emptyGroup = (): RawGroup => Object.create(null) as RawGroup;

/** Decodes a query or a form body. The last of equal keys wins. */
export function decodeForm(text: string): RawGroup {
  const root = emptyGroup();
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > mostPairs) throw invalidRequest('The request holds too many parameters.');
  for (const [key, value] of pairs) place(root, pathOf(key), value);
  return root;
}

/** Parses `a[b][]` into `['a', 'b', '']`; an empty step appends. */
function pathOf(key: string): string[] {
  const open = key.indexOf('[');
  if (open <= 0) return [key];
  const steps = key.slice(open).match(/\[[^[\]]*\]/g) ?? [];
  if (steps.join('') !== key.slice(open))
    throw invalidRequest(`The parameter name '${key}' is malformed.`, { param: key });
  if (steps.length >= deepestLevel)
    throw invalidRequest(`The parameter '${key}' is nested too deeply.`, { param: key });
  return [key.slice(0, open), ...steps.map((step) => step.slice(1, -1))];
}

function place(root: RawGroup, path: string[], value: string): void {
  let group = root;
  path.forEach((step, position) => {
    const key = step === '' && position > 0 ? String(Object.keys(group).length) : step;
    if (position === path.length - 1) {
      group[key] = value;
      return;
    }
    const next = group[key];
    if (next === undefined || typeof next === 'string') group[key] = emptyGroup();
    group = group[key] as RawGroup;
  });
}
