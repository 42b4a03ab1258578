/**
 * One source file as the house rules see it: its place in the tree, its imports and its syntax tree.
 * The tree comes from a real parser, so a word in a comment or a string is never mistaken for code.
 */
import { parseSync } from 'vite';

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export type Import = { from: string; names: string[]; typeOnly: boolean };

export type Source = {
  /** From the root of the repository, with slashes: `src/kernel/money.ts`. */
  path: string;
  text: string;
  lines: number;
  /** Vitest and Playwright files; they may reach further than what they test. */
  isTest: boolean;
  imports: Import[];
  /** Every node with the nodes around it, outermost first. */
  nodes: { node: Node; parents: Node[] }[];
};

/** One rule of the house: what is wrong with this file, in sentences without the path; empty when nothing is. */
export type Rule = (source: Source) => string[];

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|js)$/.test(path);

const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);

/** Reads a file of any kind; one that is not code has no imports and no nodes. */
export function readSource(path: string, text: string): Source {
  const base = { path, text, lines: text.trimEnd().split('\n').length, isTest: isTestFile(path) };
  if (!isCode(path)) return { ...base, imports: [], nodes: [] };
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const nodes = [...walk(program as unknown as Node, [])];
  return { ...base, imports: nodes.flatMap(({ node }) => importOf(node)), nodes };
}

function* walk(node: Node, parents: Node[]): Generator<{ node: Node; parents: Node[] }> {
  yield { node, parents };
  const inside = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child, inside);
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Static, re-exporting and dynamic imports alike. A dynamic import of a computed name has nothing to check. */
function importOf(node: Node): Import[] {
  const loads = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'];
  if (!loads.includes(node.type) || !isNode(node.source) || typeof node.source.value !== 'string') return [];
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  const names = specifiers.map((specifier) => nameOf(specifier.imported)).filter(Boolean);
  return [{ from: node.source.value, names, typeOnly: node.importKind === 'type' || node.exportKind === 'type' }];
}

/** `gateway` for the identifier and for `deps.gateway`; empty for anything else. */
export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
};

/** `process.env` for that member; the plain name for an identifier. */
export const dottedName = (node: unknown): string => {
  if (!isNode(node)) return '';
  return node.type === 'MemberExpression' ? `${dottedName(node.object)}.${nameOf(node.property)}` : nameOf(node);
};

export const lineOf = ({ text }: Source, node: Node): number => text.slice(0, node.start).split('\n').length;

export const linesOf = ({ text }: Source, node: Node): number => text.slice(node.start, node.end).split('\n').length;

/** The text inside every string, template and JSX attribute, with its line. */
export const stringsOf = (source: Source): { value: string; line: number }[] =>
  source.nodes.flatMap(({ node }) => {
    const value = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : node.type === 'Literal' ? node.value : undefined;
    return typeof value === 'string' ? [{ value, line: lineOf(source, node) }] : [];
  });
