/** Names say what the field says: the table "Plain words" in docs/glossary.md. These words were used for something else and are not names any more. */
import { type Rule, lineOf } from '#tools/tidy/source.ts';

const instead = new Map([
  ['letter', 'email'],
  ['deed', 'audit entry'],
  ['wish', 'purchase request, or options'],
  ['standing', 'payment status'],
  ['means', 'payment method'],
  ['shelf', 'catalog, cache or storage'],
  ['shelv', 'catalog, cache or storage'],
  ['kept', 'stored or cached'],
  ['door', 'listener'],
  ['arrival', 'request body reader'],
  ['still', 'static content'],
  ['alone', 'cross-tab lock'],
  ['linger', 'hold'],
  ['look', 'check, sync, poll or style'],
  ['neighbour', 'callback or handler'],
  ['patience', 'retry policy'],
  ['edition', 'content version'],
]);

/** The job queue's own name for a setting. */
const ofOthers = new Set(['deadLetter']);

/** `lookUp` and `lookup` are the field's words. */
const parts = (name: string): string[] =>
  name
    .replace(/look_?up/gi, '')
    .split(/(?=[A-Z][a-z])|[^A-Za-z]+/)
    .map((part) => part.toLowerCase());

function plainer(name: string): string | null {
  if (ofOthers.has(name)) return null;
  const better = parts(name).map((part) => instead.get(part) ?? instead.get(part.replace(/e?s$/, '')));
  return better.find((word) => word !== undefined) ?? null;
}

export const plainNames: Rule = (source) => {
  const file = plainer(source.path.slice(source.path.lastIndexOf('/') + 1).replace(/\..*$/, ''));
  // Applied migrations keep the names under which they are recorded, and texts for readers are no names.
  const isNamed = /\.(ts|tsx)$/.test(source.path) && file !== null;
  const names = source.nodes.flatMap(({ node }) => {
    const name = node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? String(node.name) : '';
    const better = plainer(name);
    return better === null ? [] : [`line ${lineOf(source, node)}: the name ${name} is said otherwise here: ${better}`];
  });
  return [...(isNamed ? [`the file's name is said otherwise here: ${file}`] : []), ...names];
};
