/**
 * The running server. It leads a session of its own, so that Ctrl-C in the terminal reaches Node alone and the shop can finish
 * what it is doing; `stop` then ends it. It listens on a free port of the loopback address and asks for a password there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, spawnAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Places } from './cluster.ts';
import { childEnvironment } from './environment.ts';
import { readPostmasterPid } from './leftover.ts';
import { explainFileError, explainServerOutput, say } from './trouble.ts';

export type Server = { port: number; pid: number; hasEnded: Promise<void>; stop(): Promise<void> };

const attempts = 20;
/** Recovery after a crash reads at most the log of the last minutes. */
const readyWithinMs = 300_000;
const fastStopMs = 30_000;

const testSettings = {
  fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0',
  autovacuum: 'off', max_connections: '300', file_copy_method: 'clone',
};

/** Tries again where another program took the free port first, or where backends of a killed server are still on their way out. */
export async function startServer(places: Places, account: Account, binaries: Binaries, durable: boolean): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const started = await launch(places, account, binaries, port, durable);
    if (typeof started !== 'string') return started;
    const worthAnotherTry = /Address already in use|could not bind|pre-existing shared memory block|lock file "postmaster.pid" already exists/i.test(started);
    if (!worthAnotherTry || attempt === attempts) throw explainServerOutput(started, places.home);
    await pause(250);
  }
}

/** A string is what a server that ended at once has written. */
async function launch(places: Places, account: Account, binaries: Binaries, port: number, durable: boolean): Promise<Server | string> {
  const settings = {
    listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC',
    lc_messages: 'C', logging_collector: 'off', log_destination: 'stderr', ...(durable ? {} : testSettings),
  };
  const log = openLog(places, account);
  const logStart = fstatSync(log).size;
  let child: ChildProcess;
  try {
    child = spawn(binaries.postgres, ['-D', places.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      ...spawnAs(account), detached: true, env: childEnvironment(), stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
  let ended = false;
  const hasEnded = new Promise<void>((resolve) => {
    const end = (): void => { ended = true; resolve(); };
    child.once('exit', end).once('error', end);
  });
  const deadline = Date.now() + readyWithinMs;
  while (!ended) {
    if (child.pid !== undefined && isReady(places.cluster, child.pid)) return { port, pid: child.pid, hasEnded, stop: () => stop(child, hasEnded, places) };
    if (Date.now() > deadline) {
      await stop(child, hasEnded, places);
      throw say(`The database in ${places.home} was not ready after ${readyWithinMs / 60_000} minutes. Its log is ${places.log}.`);
    }
    await pause(10);
  }
  return tail(places.log, logStart);
}

function openLog(places: Places, account: Account): number {
  try {
    return openSync(places.log, 'a', 0o600);
  } catch (error) {
    throw explainFileError(error, account ? `${places.log} (PostgreSQL runs as ${account.name})` : places.log);
  }
}

/** The server itself writes its state into the eighth line of its pid file. */
function isReady(cluster: string, pid: number): boolean {
  if (readPostmasterPid(cluster) !== pid) return false;
  return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
}

function tail(path: string, from: number): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(20_000, Math.max(0, fstatSync(file).size - from)));
    readSync(file, buffer, 0, buffer.length, from);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk when this returns. */
async function stop(child: ChildProcess, hasEnded: Promise<void>, places: Places): Promise<void> {
  child.kill('SIGINT');
  const timer = new AbortController();
  const late = pause(fastStopMs, 'late', { signal: timer.signal }).catch(() => 'in time');
  if (await Promise.race([hasEnded.then(() => 'in time'), late]) === 'late') {
    child.kill('SIGQUIT'); // Nothing committed is lost: the next start recovers from the log.
    await Promise.race([hasEnded, pause(fastStopMs, undefined, { ref: false })]);
    if (child.exitCode === null && child.signalCode === null) throw say(`The database server (process ${child.pid}) on ${places.home} does not stop.`);
  }
  timer.abort();
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
