/**
 * Reads the type declarations of the installed Stripe SDK: interfaces, aliases, and namespaces by name, and
 * every operation with its method, path, parameters, and response. Nothing is hardcoded, so a new SDK version
 * brings new rules.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync } from 'rolldown/utils';

type Shape = ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration;

/** A named type. `name` is unique in the whole SDK: the file, then the path of namespaces. */
export type Declared = { name: string; node: Shape; scope: Scope };

/**
 * A file or a namespace. Names are resolved here, then in the enclosing scopes, then in the imports of the
 * file.
 */
export type Scope = {
  name: string;
  outer: Scope | null;
  types: Map<string, Declared>;
  inner: Map<string, Scope>;
  imports: Map<string, { file: string; name: string }>;
};

export type Operation = {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path with a star for each id. */
  path: string;
  parameters: ESTree.TSType | null;
  answer: ESTree.TSType;
  scope: Scope;
};

const sdk = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm');

/** The resources that we use. Objects of any other resource are not checked further. */
const resources = [
  'Customers',
  'PaymentMethods',
  'PaymentIntents',
  'SetupIntents',
  'Charges',
  'Refunds',
  'Disputes',
  'BalanceTransactions',
  'Events',
  'WebhookEndpoints',
  'Products',
  'Prices',
  'Plans',
  'Coupons',
  'Discounts',
  'Subscriptions',
  'SubscriptionItems',
  'Invoices',
  'InvoiceLineItems',
  'InvoiceItems',
  'InvoicePayments',
  'CreditNotes',
  'CreditNoteLineItems',
  'TestHelpers/TestClocks',
];
/** Parts of other resources, without their own operations. */
const partialTypes: readonly string[] = ['Discounts', 'InvoiceLineItems', 'CreditNoteLineItems'];
const nameOfFile = (path: string): string => path.replace(/^.*\//, '');
const fileOf: Record<string, string> = Object.fromEntries([
  ['shared', 'shared'],
  ['lib', 'lib'],
  ...resources.map((resource) => [nameOfFile(resource), `resources/${resource}`] as const),
]);

const read = (path: string): string => readFileSync(join(sdk, path), 'utf8');

export type Library = { scopes: Map<string, Scope>; operations: Operation[] };

export function readLibrary(): Library {
  const scopes = new Map<string, Scope>();
  const operations: Operation[] = [];
  for (const [name, path] of Object.entries(fileOf)) {
    const { program, errors } = parseSync(`${name}.d.ts`, read(`${path}.d.ts`), { lang: 'dts' });
    if (errors.length > 0) throw new Error(`${path}.d.ts cannot be read: ${errors[0]?.message}`);
    const scope = emptyScope(name, null);
    fill(scope, program.body);
    scopes.set(name, scope);
    if (path.startsWith('resources/'))
      operations.push(...operationsOf(scope, program.body, read(`${path}.js`)));
  }
  return { scopes, operations };
}

const emptyScope = (name: string, outer: Scope | null): Scope => ({
  name,
  outer,
  types: new Map(),
  inner: new Map(),
  imports: new Map(),
});

function fill(scope: Scope, body: readonly (ESTree.Directive | ESTree.Statement)[]): void {
  for (const statement of body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node === null) continue;
    if (node.type === 'ImportDeclaration') noteImports(scope, node);
    else if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
      if (scope.types.has(node.id.name)) throw new Error(`${scope.name}.${node.id.name} is declared twice`);
      scope.types.set(node.id.name, { name: `${scope.name}.${node.id.name}`, node, scope });
    } else if (node.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body !== null) {
      const inner = scope.inner.get(node.id.name) ?? emptyScope(`${scope.name}.${node.id.name}`, scope);
      scope.inner.set(node.id.name, inner);
      fill(inner, node.body.body);
    }
  }
}

function noteImports(scope: Scope, node: ESTree.ImportDeclaration): void {
  const file = node.source.value.replace(/^.*\//, '').replace(/\.js$/, '');
  for (const specifier of node.specifiers) {
    const name =
      specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
        ? specifier.imported.name
        : '*';
    scope.imports.set(specifier.local.name, { file, name });
  }
}

/**
 * The declaration file has the types of an operation, the program file its method and path; both have its
 * name.
 */
function operationsOf(
  scope: Scope,
  body: readonly (ESTree.Directive | ESTree.Statement)[],
  program: string,
): Operation[] {
  const found = body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : null))
    .find((node) => node?.type === 'ClassDeclaration');
  if (found?.type !== 'ClassDeclaration') {
    if (partialTypes.includes(scope.name)) return [];
    throw new Error(`${scope.name} declares no resource`);
  }
  return found.body.body.flatMap((member) => {
    if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier') return [];
    const call = new RegExp(
      `\\n {4}${member.key.name}\\([^)]*\\) \\{\\s*return this\\._makeRequest\\('(\\w+)', [\`']([^\`']+)[\`']`,
    ).exec(program);
    const answer = member.value.returnType?.typeAnnotation;
    if (call === null || answer === undefined)
      throw new Error(`${scope.name}.${member.key.name} has an address that cannot be read`);
    return [
      {
        method: call[1] as Operation['method'],
        path: (call[2] ?? '').replace(/\$\{[^}]*\}/g, '*'),
        parameters: parametersOf(member.value.params),
        answer: unwrapPromise(answer),
        scope,
      },
    ];
  });
}

function parametersOf(list: readonly ESTree.ParamPattern[]): ESTree.TSType | null {
  const found = list.find((parameter) => parameter.type === 'Identifier' && parameter.name === 'params');
  return found?.type === 'Identifier' ? (found.typeAnnotation?.typeAnnotation ?? null) : null;
}

/** Unwraps `Promise<Response<X>>` to X. A list's promise stays, because it marks the response as a list. */
function unwrapPromise(type: ESTree.TSType): ESTree.TSType {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return type;
  const inner = type.typeArguments?.params[0];
  return inner !== undefined && (type.typeName.name === 'Promise' || type.typeName.name === 'Response')
    ? unwrapPromise(inner)
    : type;
}

/**
 * The type of a dotted name, or null when it belongs to a resource that we do not read. Throws on an unknown
 * name.
 */
export function lookUp(library: Library, from: Scope, path: readonly string[]): Declared | null {
  const [first = '', ...rest] = path;
  for (let scope: Scope | null = from; scope !== null; scope = scope.outer) {
    const own =
      rest.length === 0 ? scope.types.get(first) : scope.inner.has(first) ? within(scope, path) : undefined;
    if (own !== undefined) return own;
    const imported = scope.imports.get(first);
    if (imported === undefined) continue;
    const file = library.scopes.get(imported.file);
    return file === undefined ? null : lookUp(library, file, [imported.name, ...rest]);
  }
  throw new Error(`${from.name} speaks of ${path.join('.')}, which is not declared`);
}

function within(scope: Scope, path: readonly string[]): Declared | undefined {
  const spaces = path.slice(0, -1);
  let at: Scope | undefined = scope;
  for (const space of spaces) at = at?.inner.get(space);
  return at?.types.get(path.at(-1) ?? '');
}
