/**
 * Which folders may import which. A folder that is not listed here may not exist. Type-only imports count
 * too, because a type is also a dependency.
 */
import { isCode, type Rule } from '#tools/tidy/source.ts';

const mayImport: Record<string, string[]> = {
  kernel: [],
  content: ['kernel'],
  contract: ['kernel', 'content'],
  ports: ['kernel'],
  db: ['kernel', 'content', 'platform'],
  platform: ['kernel', 'ports', 'contract', 'db'],
  modules: ['kernel', 'content', 'ports', 'contract', 'platform', 'db'],
  adapters: ['kernel', 'ports'],
  server: ['kernel', 'content', 'ports', 'contract', 'platform', 'modules', 'adapters'],
  web: ['kernel', 'content', 'contract'],
  sandbox: ['kernel'],
  tools: [
    'kernel',
    'content',
    'ports',
    'contract',
    'platform',
    'modules',
    'adapters',
    'server',
    'sandbox',
    'db',
    'test',
    'e2e',
  ],
  test: [
    'kernel',
    'content',
    'ports',
    'contract',
    'platform',
    'modules',
    'adapters',
    'server',
    'sandbox',
    'db',
  ],
  lab: [
    'kernel',
    'content',
    'ports',
    'contract',
    'platform',
    'modules',
    'adapters',
    'server',
    'sandbox',
    'db',
    'test',
    'tools',
    'e2e',
  ],
  e2e: ['kernel', 'content', 'contract', 'platform', 'db', 'test'],
};

/** Additional imports for tests next to the code: the whole shop, the sandbox, and the test helpers. */
const testsMayImport: Record<string, string[]> = {
  platform: ['test', 'sandbox', 'adapters', 'modules'],
  modules: ['test', 'sandbox', 'adapters', 'server'],
  adapters: ['test', 'sandbox', 'platform'],
  server: ['test', 'sandbox', 'db', 'tools'],
  sandbox: ['test', 'ports', 'adapters'],
  db: ['test', 'contract'],
  // For a test that compares a page with the server's behavior.
  test: ['web'],
  // For the test of the documents.
  tools: ['lab'],
};

/**
 * A module may import the modules to its left. `shared` comes first: it has the dependencies, jobs, and facts
 * that modules have in common. `operations` comes last: it checks and cleans up all of them.
 */
export const moduleOrder = [
  'shared',
  'versions',
  'settings',
  'mail',
  'alarms',
  'accounts',
  'pictures',
  'catalog',
  'coupons',
  'carts',
  'orders',
  'invoices',
  'payments',
  'credit',
  'checkout',
  'subscriptions',
  'boosters',
  'credit-reporting',
  'fulfillment',
  'content',
  'edge',
  'contact',
  'personal-data',
  'admin',
  'operations',
];

/**
 * Subfolders of a large module and of the server. A subfolder may import those to its left, and the files
 * next to the subfolders may import all.
 */
export const subfolderOrder: Record<string, string[]> = {
  mail: ['emails'],
  accounts: [
    'people',
    'limits',
    'links',
    'sessions',
    'two-factor',
    'registration',
    'log-in',
    'profile',
    'email-change',
  ],
  credit: ['ledger', 'application', 'account', 'invoices', 'paying', 'lateness', 'statements'],
  checkout: ['own-orders', 'placing', 'canceling', 'paying', 'settling'],
  admin: [
    ...[
      'lists',
      'imports',
      'search',
      'orders',
      'credit',
      'customers',
      'catalog',
      'content',
      'money',
      'bulk',
      'messages',
      'email-texts',
      'audit',
      'exports',
      'views',
      'overview',
    ],
    ...['staff', 'settings', 'health'],
  ],
  operations: ['invariants', 'audit', 'status'],
  server: ['settings', 'http', 'pages', 'documents', 'monitoring'],
};
/** A page feature may import the features to its left. Shared code is in `ui` and `session`. */
export const featureOrder = [
  'about',
  'faq',
  'policies',
  'blog',
  'invoice',
  'status',
  'guarantees',
  'contact',
  'cart',
  'catalog',
  'quiz',
  'sample-order',
  'front-page',
  'net-30',
  'account',
  'cards',
  'checkout',
  'subscriptions',
  'boosters',
  'credit',
  'reporting',
  'profile',
  'admin',
];

/** Packages that a layer may use. A layer that is not listed may use any. `node:` counts as a package. */
const mayUse: Record<string, RegExp> = {
  kernel: /^(libphonenumber-js\/|intl-messageformat$)/,
  content: /^$/,
  contract: /^zod$/,
  ports: /^$/,
  web: /^(react|react-dom|@base-ui\/react|react-router|@react-router\/dev|react-redux|@reduxjs\/toolkit|react-hook-form|@hookform\/resolvers|zod|@stripe|@tanstack\/react-table|recharts|@tiptap|@fontsource(-variable)?|uqr|fflate$|virtual:)/,
};

/**
 * The layer of a file: kernel for `src/kernel/money.ts`, sandbox for `sandbox/main.ts`, none for a file in
 * the root.
 */
const layerOf = (path: string): string | null => {
  const [first = '', second = ''] = path.split('/');
  if (!path.includes('/')) return null;
  return first === 'src' ? second : first;
};

const layerOfImport = (from: string): string | null => /^#([\w-]+)\//.exec(from)?.[1] ?? null;

const moduleOf = (path: string): string | null => /^(?:src\/|#)modules\/([\w-]+)/.exec(path)?.[1] ?? null;

const featureOf = (path: string): string | null =>
  /^(?:src\/|#)web\/features\/([\w-]+)/.exec(path)?.[1] ?? null;

export const layers: Rule = ({ path, imports, isTest }) => {
  const layer = layerOf(path);
  if (layer === null || !isCode(path)) return [];
  const allowed = mayImport[layer];
  if (allowed === undefined) return [`the folder ${layer} has no place in the layers`];
  const reach = [layer, ...allowed, ...(isTest ? (testsMayImport[layer] ?? []) : [])];
  return imports.flatMap(({ from }) => {
    const target = layerOfImport(from);
    return target === null || reach.includes(target) ? [] : [`${layer} must not import ${target}`];
  });
};

const inOrder =
  (kind: string, order: string[], placeOf: (path: string) => string | null): Rule =>
  ({ path, imports, isTest }) => {
    const own = placeOf(path);
    if (own === null) return [];
    const place = order.indexOf(own);
    if (place === -1) return [`the ${kind} ${own} has no place in the order`];
    return imports.flatMap(({ from }) => {
      const other = placeOf(from);
      return other === null || isTest || order.indexOf(other) <= place
        ? []
        : [`${kind} ${own} must not import ${other}, which is right of it`];
    });
  };

export const modules: Rule = inOrder('module', moduleOrder, moduleOf);
export const features: Rule = inOrder('feature', featureOrder, featureOf);

const roomOf = (path: string): [module: string, room: string] | null => {
  const [, module = 'server', room] = /^(?:src\/|#)(?:modules\/([\w-]+)|server)\/([\w-]+)\//.exec(path) ?? [];
  return room === undefined ? null : [module, room];
};

export const rooms: Rule = ({ path, imports, isTest }) => {
  const [module, room] = roomOf(path) ?? [];
  if (module === undefined || room === undefined) return [];
  const order = subfolderOrder[module] ?? [];
  const place = order.indexOf(room);
  if (place === -1) return [`the room ${room} of ${module} has no place in the order`];
  return imports.flatMap(({ from }) => {
    const [otherModule, other] = roomOf(from) ?? [];
    return otherModule !== module || other === undefined || isTest || order.indexOf(other) <= place
      ? []
      : [`room ${room} must not import ${other}, which is right of it`];
  });
};

export const packages: Rule = ({ path, imports, isTest }) => {
  const allowed = mayUse[layerOf(path) ?? ''];
  if (allowed === undefined || isTest) return [];
  return imports.flatMap(({ from }) =>
    /^[.#]/.test(from) || allowed.test(from) ? [] : [`${layerOf(path)} must not use ${from}`],
  );
};

/** Config files in the root have no # name, so files one folder below may import them relatively. */
const rootSettings = /^\.\.\/[\w.-]+\.config\.ts$/;

export const ownFolder: Rule = ({ imports }) =>
  imports.flatMap(({ from }) =>
    from.startsWith('../') && !rootSettings.test(from)
      ? [`${from} leaves its own folder; use a # import`]
      : [],
  );

/** UI primitives and the session may not depend on the features that use them. */
export const primitives: Rule = ({ path, imports }) =>
  /^src\/web\/(ui|session)\//.test(path)
    ? imports.flatMap(({ from }) =>
        /^#web\/(features|routes|shell)/.test(from) ? [`a primitive must not import ${from}`] : [],
      )
    : [];

/** The shell may not depend on features; the routes combine both. */
export const belowShell: Rule = ({ path, imports }) =>
  featureOf(path) === null
    ? []
    : imports.flatMap(({ from }) =>
        /^#web\/(shell|routes)\//.test(from) ? [`a feature must not import ${from}`] : [],
      );

/**
 * Only the console may use staff endpoints, because their definitions would otherwise be sent to every
 * visitor.
 */
export const staffEndpoints: Rule = ({ path, imports, isTest }) =>
  path.startsWith('src/web/') && !path.startsWith('src/web/features/admin/') && !isTest
    ? imports.flatMap(({ from }) =>
        from.startsWith('#contract/admin/') ? [`only the console may import ${from}`] : [],
      )
    : [];

/**
 * All browser requests go through the session's client, which adds credentials. `render.ts` creates the
 * client for rendering.
 */
export const oneClient: Rule = ({ path, imports, isTest }) =>
  !path.startsWith('src/web/') || /^src\/web\/(session\/|render\.ts$)/.test(path) || isTest
    ? []
    : imports.flatMap(({ names }) =>
        names.includes('createClient') ? ['a client of its own; use `call` of #web/session/call.ts'] : [],
      );

/**
 * Each external service has a separate folder in the sandbox and may not import another one. Shared code is
 * directly in `sandbox/`.
 */
export const fakes: Rule = ({ path, imports }) => {
  const own = /^sandbox\/(\w+)\//.exec(path)?.[1];
  if (own === undefined) return [];
  return imports.flatMap(({ from }) => {
    const other = /^#sandbox\/(\w+)\//.exec(from)?.[1];
    return other === undefined || other === own ? [] : [`the stand-in ${own} must not import ${other}`];
  });
};

/** Tests may not mock our modules. */
export const noMocks: Rule = ({ nodes }) =>
  nodes.flatMap(({ node }) => {
    const { object, property } = node as { object?: { name?: string }; property?: { name?: string } };
    const mocks =
      node.type === 'MemberExpression' &&
      object?.name === 'vi' &&
      /^(mock|doMock|hoisted)$/.test(property?.name ?? '');
    return mocks ? ['modules of our own are not mocked'] : [];
  });
