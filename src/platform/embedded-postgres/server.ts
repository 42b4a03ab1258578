/**
 * The running server. It has its own session, so Ctrl-C in the terminal reaches only Node, and the shop can
 * finish its work. `stop` then ends the server. It listens on a free port of the loopback address and
 * requires a password.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, spawnAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Places } from './cluster.ts';
import { ownerOf } from './data-dir.ts';
import { childEnvironment } from './environment.ts';
import { readPidFile } from './leftover.ts';
import { within } from '#platform/within.ts';
import { explainServerOutput, explainSpawnError, errorOf } from './trouble.ts';

export type Server = { port: number; hasEnded: Promise<void>; stop(): Promise<void> };

/** `port` null takes a free one. */
export type Launch = {
  places: Places;
  account: Account;
  binaries: Binaries;
  durable: boolean;
  port: number | null;
};

const attempts = 20;
/** Crash recovery replays the last minutes of the log; this limit is far above that. */
const readyWithinMs = 300_000;
const fastStopMs = 30_000;
const longestLog = 10_000_000;

const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  // Statements and error details have customers' input, which must not reach a log file.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};
const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '300',
};

/**
 * Retries when another program took the port first, or when backends of a killed server are still shutting
 * down.
 */
export async function startServer(launch: Launch): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryToStart(launch, launch.port ?? (await findFreePort()));
    if (typeof started !== 'string') return started;
    const isRetryable =
      /Address already in use|pre-existing shared memory block|lock file "postmaster.pid" already exists/i.test(
        started,
      );
    if (!isRetryable || attempt === attempts)
      throw explainServerOutput(started, launch.places.home, () => versionOf(launch.places.cluster));
    await pause(250);
  }
}

/** The major version that created a cluster; null when it cannot be read. */
function versionOf(cluster: string): string | null {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return null;
  }
}

/** Returns a string, the output of the server, when it ended during startup. */
async function tryToStart(
  { places, account, binaries, durable }: Launch,
  port: number,
): Promise<Server | string> {
  const settings = Object.entries({ ...always, port: String(port), ...(durable ? {} : forTests) });
  const log = openLog(places);
  const logStart = fstatSync(log).size;
  const child = spawn(
    binaries.postgres,
    ['-D', places.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...spawnAs(account),
      detached: true,
      env: childEnvironment(),
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const state: { ended: boolean; failure: Error | null } = { ended: false, failure: null };
  const hasEnded = new Promise<void>((resolve) => {
    child.once('exit', () => {
      state.ended = true;
      resolve();
    });
    child.once('error', (error) => {
      state.ended = true;
      state.failure = error;
      resolve();
    });
  });
  const deadline = Date.now() + readyWithinMs;
  while (!state.ended) {
    const written = readPidFile(places.cluster);
    if (written?.pid === child.pid && written?.state === 'ready')
      return { port, hasEnded, stop: () => stop(child, hasEnded, places) };
    if (Date.now() > deadline) {
      await stop(child, hasEnded, places);
      throw errorOf(
        `The database in ${places.home} was not ready after ${readyWithinMs / 60_000} minutes. Its log is ${places.log}.`,
      );
    }
    await pause(10);
  }
  if (state.failure) throw explainSpawnError(state.failure, binaries.postgres);
  return readFrom(places.log, logStart);
}

/** Keeps one older log, so that logs never fill the disk. */
function openLog(places: Places): number {
  if ((statSync(places.log, { throwIfNoEntry: false })?.size ?? 0) > longestLog)
    renameSync(places.log, `${places.log}.1`);
  const log = openSync(places.log, 'a', 0o600);
  const owner = ownerOf(places.home);
  if (owner) chownSync(places.log, owner.uid, owner.gid);
  return log;
}

function readFrom(path: string, start: number): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(20_000, Math.max(0, fstatSync(file).size - start)));
    readSync(file, buffer, 0, buffer.length, start);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/**
 * Fast shutdown: open transactions are rolled back, and everything committed is on disk when this returns.
 */
async function stop(child: ChildProcess, hasEnded: Promise<void>, places: Places): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    child.kill(signal); // Even after the second signal nothing committed is lost: the next start recovers it from the log.
    const hasStopped = await within(
      fastStopMs,
      hasEnded.then(() => true),
      () => false,
    );
    if (hasStopped) return;
  }
  throw errorOf(
    `The database server (process ${child.pid}) on ${places.home} does not stop. Kill it before the next start.`,
  );
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
