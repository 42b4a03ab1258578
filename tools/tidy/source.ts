/**
 * A source file as the house rules see it: its path, imports, and syntax tree. A real parser builds the tree,
 * so words in comments or strings are never mistaken for code.
 */
import { parseSync } from 'vite';

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export type Import = { from: string; names: string[]; typeOnly: boolean };

export type Source = {
  /** Path from the repository root, with slashes: `src/kernel/money.ts`. */
  path: string;
  text: string;
  lines: number;
  /** True for Vitest and Playwright files, which may import more than the code they test. */
  isTest: boolean;
  imports: Import[];
  /** Every node with its ancestors, outermost first. */
  nodes: { node: Node; parents: Node[] }[];
  /** Text without its marks, and the line on which it begins. Adjacent line comments are one. */
  comments: { text: string; line: number }[];
};

/** A house rule. Returns one sentence per problem in this file, without the path. */
export type Rule = (source: Source) => string[];

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|js)$/.test(path);

/**
 * Files under `deploy` with `#` comments. Local settings such as `deploy/compose/shop.env` hold secrets and
 * are not read.
 */
export const hasHashComments = (path: string): boolean =>
  /^deploy\/.*(?:\.(?:yaml|vcl|sh|example|service|timer)|\/(?:Caddyfile|Dockerfile|stateside-admin))$/.test(
    path,
  );

const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);

/** Reads any file. A file that is not code has no imports and no nodes. */
export function readSource(path: string, text: string): Source {
  const base = { path, text, lines: text.trimEnd().split('\n').length, isTest: isTestFile(path) };
  if (!isCode(path))
    return { ...base, imports: [], nodes: [], comments: hasHashComments(path) ? hashCommentsOf(text) : [] };
  const { program, errors, comments } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const nodes = [...walk(program as unknown as Node, [])];
  return {
    ...base,
    imports: nodes.flatMap(({ node }) => importOf(node)),
    nodes,
    comments: commentsOf(text, comments),
  };
}

/** Comments on lines of their own. Adjacent lines are one comment. */
const hashCommentsOf = (text: string): Source['comments'] =>
  [...text.matchAll(/(?:^[ \t]*#(?!!).*\n?)+/gm)].map(({ 0: block, index }) => ({
    text: block.replace(/^[ \t]*#/gm, '').trim(),
    line: text.slice(0, index).split('\n').length,
  }));

/**
 * Removes the asterisk that starts each line, or the indent if the lines have none. Indents after an asterisk
 * stay, because they mark tables.
 */
const withoutMargin = (text: string): string =>
  text.replace(/^\s*\*/m.test(text) ? /^\s*\*/gm : /^[ \t]+/gm, '').trim();

function commentsOf(
  text: string,
  found: readonly { type: string; value: string; start: number; end: number }[],
): Source['comments'] {
  const comments: (Source['comments'][number] & { end: number })[] = [];
  for (const { type, value, start, end } of found) {
    const last = comments.at(-1);
    if (type === 'Line' && last !== undefined && /^\s*$/.test(text.slice(last.end, start))) {
      last.text += ` ${value.trim()}`;
      last.end = end;
    } else {
      const line = text.slice(0, start).split('\n').length;
      comments.push({ text: withoutMargin(value), line, end });
    }
  }
  return comments;
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

/** Static imports, re-exports, and dynamic imports. A dynamic import with a computed name is skipped. */
function importOf(node: Node): Import[] {
  const loads = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ];
  if (!loads.includes(node.type) || !isNode(node.source) || typeof node.source.value !== 'string') return [];
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  const names = specifiers.map((specifier) => nameOf(specifier.imported)).filter(Boolean);
  return [
    { from: node.source.value, names, typeOnly: node.importKind === 'type' || node.exportKind === 'type' },
  ];
}

/** Returns `gateway` for the identifier and for `deps.gateway`, otherwise an empty string. */
export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
};

/** Returns `process.env` for that member expression, and the name for an identifier. */
export const dottedName = (node: unknown): string => {
  if (!isNode(node)) return '';
  return node.type === 'MemberExpression'
    ? `${dottedName(node.object)}.${nameOf(node.property)}`
    : nameOf(node);
};

export const lineOf = ({ text }: Source, node: Node): number => text.slice(0, node.start).split('\n').length;

export const linesOf = ({ text }: Source, node: Node): number =>
  text.slice(node.start, node.end).split('\n').length;

/** The text inside every string, template and JSX attribute, with its line. */
export const stringsOf = (source: Source): { value: string; line: number }[] =>
  source.nodes.flatMap(({ node }) => {
    const value =
      node.type === 'TemplateElement'
        ? (node.value as { raw: string }).raw
        : node.type === 'Literal'
          ? node.value
          : undefined;
    return typeof value === 'string' ? [{ value, line: lineOf(source, node) }] : [];
  });
