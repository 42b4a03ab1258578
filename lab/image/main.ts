/**
 * `npm run lab -- test:image` runs the steps of deploy/image/Dockerfile in a plain folder, without a
 * container. The shop is built only from the files of this checkout and started by an account without write
 * access to them. It sells, serves every page and the console, and prints an invoice, with a separate
 * database and processor. The folder stays unchanged.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { startSandbox } from '#sandbox/start.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { registerWebhook } from '#tools/sandbox-control.ts';
import { startLoad } from '#lab/upgrade/load.ts';
import {
  type Account,
  type Ended,
  endAll,
  type Environment,
  runProgram,
  startProgram,
} from '#lab/upgrade/programs.ts';
import { type Image, readDockerfile } from './dockerfile.ts';
import { readDockerignore } from './dockerignore.ts';
import {
  createAdministrator,
  listMissingLetters,
  listRoutes,
  printInvoice,
  type TouredShop,
  visitConsole,
  visitPages,
} from './tour.ts';

const root = join(import.meta.dirname, '../..');
const webhookSecret = 'whsec_of_an_image';
const sellsForMs = 5_000;
/** Rises only with a reason: a package for the browser or the build belongs to the development packages. */
const maxPackagesBytes = 110_000_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'stateside-image-'));
const places = { source: join(folder, 'source'), shop: join(folder, 'shop'), data: join(folder, 'data') };
const cleanups: (() => unknown)[] = [
  () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
];
const requireThat = (what: string, holds: boolean, output = ''): void => {
  if (!holds) throw new Error(`${what}\n${output}`);
};
const here = (text: string): string =>
  text.replaceAll(/(^|[ :=])\/(source|shop|data)\b/g, (_, before, place) => `${before}${folder}/${place}`);

/** Copies every file that .dockerignore does not exclude, as `COPY . .` would. */
function copyContext(): void {
  const isIgnored = readDockerignore(readFileSync(join(root, '.dockerignore'), 'utf8'));
  cpSync(root, places.source, {
    recursive: true,
    filter: (path) => path === root || !isIgnored(relative(root, path)),
  });
}

function buildImage({ build, account }: Image): Account {
  copyContext();
  for (const step of build) {
    print(`RUN ${step}`);
    // Uses this machine's npm settings, except the folder that the calling npm has set.
    execFileSync('sh', ['-c', `unset npm_config_local_prefix; ${here(step)}`], {
      cwd: places.source,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  mkdirSync(places.data);
  const isRoot = process.getuid?.() === 0;
  // Without root, the shop runs as the current user, who loses write access too.
  execFileSync('chmod', ['-R', isRoot ? 'go-w' : 'a-w', places.shop]);
  cleanups.push(() => execFileSync('chmod', ['-R', 'u+w', places.shop]));
  if (!isRoot) return {};
  chmodSync(folder, 0o711);
  execFileSync('chown', ['-R', '0:0', places.shop]);
  chownSync(places.data, account.uid, account.gid);
  return account;
}

/** Every file with its modification time and size. */
function snapshot(): string {
  const names = readdirSync(places.shop, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .map((name) => ({ name, ...statSync(join(places.shop, name)) }))
    .map(({ name, mtimeMs, size }) => `${name} ${mtimeMs} ${size}`)
    .join('\n');
}

const bytesOf = (path: string): number =>
  Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0]);

const megabytes = (path: string): string => `${(bytesOf(path) / 1_000_000).toFixed(0)} MB`;

async function startWorld({ environment }: Image): Promise<{ settings: Environment; sandboxOrigin: string }> {
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  cleanups.push(postgres.stop, sandbox.stop);
  const settings = {
    ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
    ...{
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'error',
      DRAIN_WAIT_SECONDS: '0',
      DATABASE_URL: postgres.url,
    },
    ...{
      SESSION_SECRET: testSessionSecret,
      SMTP_URL: sandbox.smtpUrl,
      REQUESTS_PER_MINUTE: '0',
      PURCHASES_PER_MINUTE: '0',
    },
    ...{
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRETS: webhookSecret,
    },
    ...{ STRIPE_API_BASE: sandbox.origin, STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js` },
  };
  return { settings, sandboxOrigin: sandbox.origin };
}

type RunAsAccount = (...words: string[]) => Promise<Ended>;

async function tour(asAccount: RunAsAccount, shop: TouredShop): Promise<void> {
  const listed = async (program: string): Promise<string[]> => {
    const { code, said } = await asAccount('--input-type=module', '--eval', program);
    requireThat('a part of the release cannot be loaded', code === 0, said);
    return JSON.parse(said.trim().split('\n').at(-1) ?? '') as string[];
  };
  const pages = await visitPages(shop, await listed(listRoutes));
  await printInvoice(shop);
  const missing = await listed(listMissingLetters);
  requireThat('fonts are missing', missing.length === 0, missing.join(' '));
  const created = await asAccount('tools/admin.ts', ...createAdministrator);
  requireThat('it cannot create an administrator', created.code === 0, created.said);
  const endpoints = await visitConsole(shop);
  print(`${pages} pages, ${endpoints} endpoints of the console, and a PDF were served`);
}

async function tryImage(image: Image, account: Account): Promise<void> {
  const { settings, sandboxOrigin } = await startWorld(image);
  const asAccount: RunAsAccount = (...words) =>
    runProgram(places.shop, [join(places.shop, 'bin/node'), ...words], settings, account);
  const before = snapshot();
  const written = await asAccount('-e', "require('node:fs').writeFileSync('written', '')");
  requireThat(
    'the account can write beside the code',
    written.code !== 0 && /EACCES|EROFS/.test(written.said),
    written.said,
  );
  const migrated = await asAccount('tools/admin.ts', 'migrate');
  requireThat('it cannot migrate', migrated.code === 0, migrated.said);
  const pictures = await asAccount(
    '-e',
    "import('sharp').then(({ default: sharp }) => sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } }).avif().toBuffer())",
  );
  requireThat('it cannot make pictures', pictures.code === 0, pictures.said);
  const startedAt = performance.now();
  const [, ...words] = image.command;
  const shop = await startProgram(places.shop, [join(places.shop, 'bin/node'), ...words], settings, account);
  const startedInMs = performance.now() - startedAt;
  requireThat('it built something, or complains', /^ready \S+\n$/.test(shop.said()), shop.said());
  await registerWebhook({ sandbox: sandboxOrigin, shop: shop.origin, secret: webhookSecret });
  const load = startLoad({ origin: shop.origin, sandboxOrigin }, 2);
  load.enter('selling');
  await new Promise((resolve) => setTimeout(resolve, sellsForMs));
  await load.stop();
  const [{ requests, purchases, failures } = { requests: 0, purchases: 0, failures: [] }] = load.phases;
  requireThat(
    'a request failed, or nothing was sold',
    failures.length === 0 && purchases > 0,
    failures.join('\n'),
  );
  await tour(asAccount, {
    origin: shop.origin,
    sandboxOrigin,
    databaseUrl: settings.DATABASE_URL ?? '',
  });
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1];
  await shop.stop();
  requireThat('something of the folder was changed', snapshot() === before);
  const packages = join(places.shop, 'node_modules');
  requireThat(`the packages have more than ${maxPackagesBytes} bytes`, bytesOf(packages) <= maxPackagesBytes);
  print(
    `the folder ${megabytes(places.shop)}, of it packages ${megabytes(packages)} and Node ${megabytes(join(places.shop, 'bin'))}`,
  );
  print(
    `started in ${(startedInMs / 1_000).toFixed(1)} s; ${requests} requests, ${purchases} purchases, none failed; ${(Number(resident) / 1_000).toFixed(0)} MB resident`,
  );
}

try {
  const image = readDockerfile(readFileSync(join(root, 'deploy/image/Dockerfile'), 'utf8'));
  await tryImage(image, buildImage(image));
} finally {
  endAll();
  for (const cleanup of cleanups.reverse()) await cleanup();
}
