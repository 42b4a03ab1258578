/**
 * Purity rules: decisions are pure, only listed files read the environment, only services and jobs open
 * transactions, and no external call happens while one is open.
 */
import { type Node, type Rule, type Source, dottedName, isNode, lineOf, nameOf } from '#tools/tidy/source.ts';

/** One exception by purpose: `kernel/ids.ts` draws random bytes. */
const isPure = (path: string): boolean =>
  (/^src\/(kernel|content|contract)\//.test(path) || /^src\/modules\/.*\brules\.ts$/.test(path)) &&
  path !== 'src/kernel/ids.ts';

const impureCalls =
  /^(fetch|setTimeout|setInterval|setImmediate|queueMicrotask|Date|Date\.now|Math\.random|performance\.now|randomUUID|randomBytes)$/;
const impureObjects = /^(crypto|process|performance|globalThis|localStorage)$/;
const impureImports =
  /^(node:(?!assert)|pg\b|pg-boss|kysely|nodemailer|stripe|hono|pino|#platform|#adapters|#server)/;

export const purity: Rule = ({ path, imports, nodes, isTest }) => {
  if (!isPure(path) || isTest) return [];
  const uses = nodes.flatMap(({ node }) => {
    const name = dottedName(node.callee);
    if (node.type === 'CallExpression' && impureCalls.test(name)) return [name];
    if (node.type === 'NewExpression' && name === 'Date' && (node.arguments as unknown[]).length === 0)
      return ['new Date()'];
    const object = node.type === 'MemberExpression' ? dottedName(node.object) : '';
    return impureObjects.test(object) ? [dottedName(node)] : [];
  });
  const reaches = imports.filter(
    ({ from, typeOnly }) => impureImports.test(from) || (from.startsWith('#ports/') && !typeOnly),
  );
  return [...uses, ...reaches.map(({ from }) => from)].map(
    (name) => `a pure file must not use ${name}; have it handed in`,
  );
};

/**
 * `config.ts` parses the environment and `main.ts` passes it on. The launchers in tools and sandbox, and the
 * lab, pass settings to their child processes.
 */
const readsEnvironment = [
  'src/server/settings/config.ts',
  'src/server/main.ts',
  'sandbox/main.ts',
  'tools/start.ts',
  'tools/test.ts',
  'tools/build.ts',
  'tools/admin.ts',
  // PostgreSQL's clock must match Node's.
  'src/platform/embedded-postgres/environment.ts',
  'test/compile-cache.ts',
  'test/builders/shop.ts',
  'test/builders/tiny-shop.ts',
  'test/amount.ts',
  'playwright.config.ts',
  'vitest.config.ts',
];

export const environment: Rule = (source) => {
  if (readsEnvironment.includes(source.path) || source.path.startsWith('lab/')) return [];
  const reads = source.nodes.filter(
    ({ node }) => node.type === 'MemberExpression' && dottedName(node) === 'process.env',
  );
  const imported = source.imports.filter(
    ({ from, names }) => /^(node:)?process$/.test(from) && names.includes('env'),
  );
  return [
    ...reads.map(({ node }) => `line ${lineOf(source, node)} reads process.env; only config.ts does`),
    ...imported.map(() => 'imports env; only config.ts reads the environment'),
  ];
};

/** Files of a module for decisions, SQL, or HTTP may never open a transaction, with any prefix. */
const neverOpens = /^src\/modules\/.*\b(rules|store|routes)\.ts$/;
const mayOpen = /^(src\/modules\/|src\/platform\/|db\/|tools\/|test\/|lab\/|e2e\/|sandbox\/)/;

const opensTransaction = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  isNode(node.callee) &&
  node.callee.type === 'MemberExpression' &&
  /^(transaction|startTransaction)$/.test(nameOf(node.callee.property));

export const transactions: Rule = (source) => {
  const { path, nodes, isTest } = source;
  if (isTest || (mayOpen.test(path) && !neverOpens.test(path))) return [];
  return nodes
    .filter(({ node }) => opensTransaction(node))
    .map(({ node }) => `line ${lineOf(source, node)} opens a transaction; only services and jobs do`);
};

const outside = /\b(gateway|mailer|fetch)\b/;

/**
 * Decide and record, commit, then call external services. A slow processor must not hold our locks, and its
 * effects do not roll back.
 */
export const nothingOutsideInTransaction: Rule = (source) =>
  source.nodes.flatMap(({ node, parents }) => {
    if (node.type !== 'CallExpression' || !outside.test(dottedName(node.callee))) return [];
    return parents.some((parent) => isTransactionBody(parent))
      ? [`line ${lineOf(source, node)} calls ${dottedName(node.callee)} inside a transaction`]
      : [];
  });

/** Matches `db.transaction().execute(…)` with any calls chained in between. */
function isTransactionBody(node: Node): boolean {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'execute') return false;
  let inner: unknown = node.callee;
  while (isNode(inner)) {
    if (opensTransaction(inner)) return true;
    inner =
      inner.type === 'MemberExpression'
        ? inner.object
        : inner.type === 'CallExpression'
          ? inner.callee
          : undefined;
  }
  return false;
}

/**
 * A store function that queries the database takes the connection as its first parameter, so that readers see
 * whether it runs in a transaction.
 */
export const storesTakeConnection: Rule = (source: Source) => {
  if (!/^src\/modules\/.*\bstore\.ts$/.test(source.path)) return [];
  return source.nodes.flatMap(({ node, parents }) => {
    if (!isFunction(node) || !parents.slice(-3).some((parent) => parent.type === 'ExportNamedDeclaration'))
      return [];
    if (!isAsynchronous(source, node)) return [];
    const first = (node.params as unknown[])[0];
    return /^(tx|db)$/.test(nameOf(first))
      ? []
      : [`line ${lineOf(source, node)}: a store function takes tx (or db) first`];
  });
};

const isAsynchronous = ({ text }: Source, node: Node): boolean =>
  node.async === true ||
  (isNode(node.returnType) && text.slice(node.returnType.start, node.returnType.end).includes('Promise'));

export const isFunction = (node: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type) &&
  isNode(node.body);
