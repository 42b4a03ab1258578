/**
 * `npm run lab -- drill`: a shop sells, is backed up while it sells, sells on, and loses its disk. It is
 * restored elsewhere, adopts the sales since the backup from the processor, and each payment is compared.
 * Exits with 1 on any difference.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { seed } from '#db/seeds/seed.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { findRunningPostgres, findRunningPostgresPid } from '#platform/embedded-postgres/running.ts';
import { type Sandbox, startSandbox } from '#sandbox/start.ts';
import { aShopProcess, processWebhookSecret, type ShopProcess } from '#test/builders/shop-process.ts';
import { compileCache } from '#test/compile-cache.ts';
import { testSessionSecret } from '#test/secrets.ts';
import { until } from '#test/until.ts';
import { control, registerWebhook } from '#tools/sandbox-control.ts';
import { type Purchase, startBuyers } from './buyers.ts';
import { compare } from './differences.ts';

const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '4' },
    /** Selling time before the backup and after it. */
    seconds: { type: 'string', default: '20' },
  },
});
const [buyers, sellingMs] = [Number(values.buyers), Number(values.seconds) * 1_000];
const backupKey = 'the passphrase of a drill';
const program = fileURLToPath(new URL('../../tools/admin.ts', import.meta.url));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const folder = mkdtempSync(join(tmpdir(), 'stateside-drill-'));
chmodSync(folder, 0o711);
const undo: (() => Promise<unknown>)[] = [];
async function drill(): Promise<number> {
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, dataDir: null });
  undo.push(() => sandbox.stop());
  const file = join(folder, 'the.backup');
  const first = await aShopOn(sandbox, 'first');
  await seed(first.db, new Date());
  const backed = await sellAndBackUp(sandbox, first, file);
  // Destroyed in the middle of purchases, with its database and its disk.
  const stopped = backed.selling.stop();
  await first.lose();
  await stopped;
  await control(sandbox.origin, 'POST', 'settle', {});
  const { purchases } = backed.selling;
  print(
    `lost      the shop and its disk after ${purchases.length} purchases, ${after(purchases, backed.doneAt).length} of them after the backup`,
  );

  const restored = await timed(() => admin(sandbox, 'second', 'restore', '--from', file));
  print(`restored  in ${seconds(restored.tookMs)}`);
  const second = await aShopOn(sandbox, 'second');
  const without = (await compare(sandbox, second.db)).differences.length;
  print(`compared  before anything is adopted: ${without} differences`);
  if (without === 0) throw new Error('the comparison found no loss: nothing was lost, or it does not work');
  const adopted = await timed(() => admin(sandbox, 'second', 'adopt', '--missing'));
  print(
    `adopted   in ${seconds(adopted.tookMs)}: ${/Payments since .*/.exec(adopted.result)?.[0] ?? 'no output'}`,
  );
  await until('every subscription is started', async () => (await waiting(second.db)) === 0, 60_000);
  const verified = await admin(sandbox, 'second', 'verify', '--processor');
  print(verified.split('\n').slice(0, 4).join('\n'));
  const { payments, refunds, subscriptions, differences } = await compare(sandbox, second.db);
  for (const difference of differences) print(`  ${difference}`);
  const paid = await idsPaid(second.db);
  const forgotten = purchases.filter(({ orderId }) => !paid.has(orderId));
  for (const { orderId, intent } of forgotten)
    print(`  order ${orderId} (${intent}) was acknowledged to its buyer and is missing here`);
  print(
    `compared  ${payments} payments, ${refunds} refunds, ${subscriptions} subscriptions: ${differences.length + forgotten.length} differences`,
  );
  return differences.length + forgotten.length === 0 ? 0 : 1;
}

async function sellAndBackUp(sandbox: Sandbox, { shop, db }: Running, file: string) {
  const selling = startBuyers(shop.origin, sandbox, buyers);
  await pause(sellingMs);
  const begunAt = Date.now();
  const { tookMs } = await timed(() => admin(sandbox, 'first', 'backup', '--to', file));
  const doneAt = Date.now();
  print(`backed up in ${seconds(tookMs)}, ${(statSync(file).size / 1_000_000).toFixed(2)} MB`);
  const { purchases } = selling;
  const [before, meanwhile] = [
    purchases.filter(({ at }) => at < begunAt),
    purchases.filter(({ at }) => at >= begunAt && at < doneAt),
  ];
  print(`          ${rate(before, sellingMs)} before, ${rate(meanwhile, doneAt - begunAt)} meanwhile`);
  for (const { orderId } of before.slice(0, 2))
    await admin(sandbox, 'first', 'refund', await numberOf(db, orderId));
  await pause(sellingMs / 2);
  for (const { orderId } of [...before.slice(2, 4), ...after(purchases, doneAt).slice(0, 2)])
    await admin(sandbox, 'first', 'refund', await numberOf(db, orderId));
  await pause(sellingMs / 2);
  return { selling, doneAt };
}

const rate = (purchases: Purchase[], ms: number): string => {
  const slowest = Math.max(0, ...purchases.map(({ tookMs }) => tookMs));
  return `${((purchases.length / ms) * 1_000).toFixed(1)} purchases a second, the slowest in ${seconds(slowest)},`;
};
const after = (purchases: Purchase[], time: number): Purchase[] => purchases.filter(({ at }) => at > time);

type Running = { shop: ShopProcess; db: Database; lose(): Promise<void> };

/** Starts a shop on a data folder of that name and registers its webhooks. */
async function aShopOn(sandbox: Sandbox, name: string): Promise<Running> {
  const dataDir = join(folder, name);
  const shop = await aShopProcess({ sandbox, environment: { DATA_DIR: dataDir, LOG_LEVEL: 'error' } });
  undo.push(async () => {
    shop.child.kill('SIGTERM');
    await shop.hasEnded;
  });
  await registerWebhook({ sandbox: sandbox.origin, shop: shop.origin, secret: processWebhookSecret });
  const url = findRunningPostgres(dataDir);
  if (url === null) throw new Error(`there is no database in ${dataDir}`);
  const db = createDatabase(url, { max: 2, applicationName: 'stateside drill' });
  const closed = { isClosed: false };
  const close = async (): Promise<void> => {
    if (!closed.isClosed) await db.destroy();
    closed.isClosed = true;
  };
  undo.push(close);
  const lose = async (): Promise<void> => {
    const pid = findRunningPostgresPid(dataDir);
    shop.child.kill('SIGKILL');
    await shop.hasEnded;
    await close();
    if (pid !== null) await endNow(pid);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return { shop, db, lose };
}

/** The database outlives the shop process, so it is killed as well. */
async function endNow(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT');
  const isThere = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await until('the database has ended', () => !isThere(), 30_000);
}

/** Runs an admin command next to the shop on that data folder. */
async function admin(sandbox: Sandbox, name: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    maxBuffer: 100_000_000,
    env: {
      ...compileCache,
      DATA_DIR: join(folder, name),
      BACKUP_KEY: backupKey,
      SESSION_SECRET: testSessionSecret,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRETS: processWebhookSecret,
      STRIPE_API_BASE: sandbox.origin,
      STRIPE_JS_URL: `${sandbox.origin}/endive/stripe.js`,
      SMTP_URL: sandbox.smtpUrl,
    },
  }).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`admin ${words.join(' ')} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  });
  return stdout;
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; tookMs: number }> {
  const startedAt = performance.now();
  return { result: await work(), tookMs: performance.now() - startedAt };
}

const numberOf = async (db: Database, orderId: string): Promise<string> =>
  `S-${(await db.selectFrom('shop_order').select('number').where('id', '=', orderId).executeTakeFirstOrThrow()).number}`;

const idsPaid = async (db: Database): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('shop_order').select('id').where('accepted_at', 'is not', null).execute()).map(
      ({ id }) => id,
    ),
  );

const waiting = async (db: Database): Promise<number> =>
  (await db.selectFrom('subscription').select('id').where('status', '=', 'starting').execute()).length;

try {
  process.exitCode = await drill();
} finally {
  while (undo.length > 0)
    await undo
      .pop()?.()
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
