/**
 * Starts the shop as users do: `tools/start.ts` in a separate process, with the production build, the
 * sandbox, and free ports. Only the database belongs to the test, so a story can read the rows of a purchase.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, type Database } from '#platform/database.ts';
import { compileCache } from '#test/compile-cache.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';

export type RunningShop = {
  origin: string;
  sandboxOrigin: string;
  db: Database;
  /** Runs `npm run admin -- …`. Returns the output; throws if the command fails. */
  admin(...words: string[]): Promise<string>;
  /** Stops the database, as an outage would. */
  loseDatabase(): Promise<void>;
  stop(): Promise<void>;
};

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');
const readyWithinMs = 120_000;

/** All buyers of all stories share one IP address, so the rate limits are off. */
const settings = {
  DEMO: '1',
  PORT: '0',
  PSEUDO_LANGUAGES: 'on',
  SANDBOX_PORT: '0',
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE: '0',
  COUPON_LOOKUPS_PER_MINUTE: '0',
  PURCHASES_PER_MINUTE: '0',
  CONTACT_MESSAGES_PER_HOUR: '0',
  WRONG_PASSWORDS: '0',
  LOG_INS_PER_HOUR: '0',
  REGISTRATIONS_PER_HOUR: '0',
  EMAILS_PER_HOUR: '0',
  CARTS_EVERY_MINUTES: '1',
  EMAILS_PER_ADDRESS_PER_HOUR: '0',
  REFRESHES_PER_MINUTE: '0',
};

export async function startShop(): Promise<RunningShop> {
  const postgres = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  const dataDir = mkdtempSync(join(tmpdir(), 'stateside-story-'));
  const child = spawn(process.execPath, ['tools/start.ts'], {
    cwd: root,
    env: { ...compileCache, ...settings, DATA_DIR: dataDir, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await readyLine(child).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    await postgres.stop();
    throw error;
  });
  const config = (await (await fetch(`${origin}/api/runtime-config`)).json()) as { stripeScriptUrl: string };
  const db = createDatabase(postgres.url, {
    max: 2,
    applicationName: 'stateside story',
    statementTimeoutMs: 30_000,
    connectWithinMs: 30_000,
  });
  const databaseIsUp = { now: true };
  const loseDatabase = async (): Promise<void> => {
    if (!databaseIsUp.now) return;
    databaseIsUp.now = false;
    await db.destroy();
    await postgres.stop();
  };
  const env = { ...compileCache, ...settings, DATA_DIR: dataDir, DATABASE_URL: postgres.url };
  const admin = async (...words: string[]): Promise<string> =>
    (await execute(process.execPath, ['tools/admin.ts', ...words], { cwd: root, env })).stdout;
  return {
    admin,
    origin,
    sandboxOrigin: new URL(config.stripeScriptUrl).origin,
    db,
    loseDatabase,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      await loseDatabase();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resolves with the address in `ready http://…`. Rejects with the whole output if the start fails. */
function readyLine(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error(`the shop was not ready in time:\n${output}`)),
      readyWithinMs,
    );
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const origin = /^ready (http:\S+)$/m.exec(output)?.[1];
      if (origin === undefined) return;
      clearTimeout(timeout);
      resolve(origin);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(timeout);
      reject(new Error(`the shop ended with ${code} before it was ready:\n${output}`));
    });
  });
}
