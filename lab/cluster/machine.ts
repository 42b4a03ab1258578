/**
 * Shared infrastructure of a cluster: a temporary folder, free ports, a user account that PostgreSQL accepts,
 * and the cleanup.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, chooseAccount } from '#platform/embedded-postgres/account.ts';

/** The programs and their Debian packages. */
const requiredPrograms = {
  etcd: ['etcd-server', 'usr/bin/etcd'],
  patroni: ['patroni', 'usr/bin/patroni'],
  pgbouncer: ['pgbouncer', 'usr/sbin/pgbouncer'],
  haproxy: ['haproxy', 'usr/sbin/haproxy'],
  pgbackrest: ['pgbackrest', 'usr/bin/pgbackrest'],
} as const;
type Part = keyof typeof requiredPrograms;
/** A cluster without backups. */
export const ofACluster: Part[] = ['etcd', 'patroni', 'pgbouncer', 'haproxy'];
const postgresPrograms = 'usr/lib/postgresql/*/bin';

export type Programs = Record<Part, string> & { postgresBin: string };
export class MissingPackages extends Error {}

/** @throws `MissingPackages` with the packages to install. */
export function findPrograms(root = '/', needed = ofACluster): Programs {
  const newest = globSync(join(root, postgresPrograms))
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .sort(byVersion)
    .at(-1);
  const missing = [
    ...needed.flatMap((part) =>
      existsSync(join(root, requiredPrograms[part][1])) ? [] : [requiredPrograms[part][0]],
    ),
    ...(newest === undefined ? ['postgresql'] : []),
  ];
  if (missing.length > 0 || newest === undefined) {
    throw new MissingPackages(
      `The cluster is made of Debian's packages, and these are not installed: ${missing.join(', ')}.\n` +
        `Install them, and stop the services that start automatically: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  }
  const paths = Object.entries(requiredPrograms).map(([part, [, path]]) => [part, join(root, path)]);
  return { ...(Object.fromEntries(paths) as Record<Part, string>), postgresBin: newest };
}

const versionOf = (folder: string): number => Number(folder.split('/').at(-2));
const byVersion = (a: string, b: string): number => versionOf(a) - versionOf(b);

export type Daemon = {
  pid: number;
  isRunning(): boolean /** The end of its output. */;
  said(): string;
  end(signal: NodeJS.Signals): Promise<void>;
};

export type Machine = {
  folder: string;
  programs: Programs;
  /** Creates a file or a folder that the account owns. */
  write(name: string, text: string): string;
  makeFolder(name: string): string;
  start(name: string, program: string, words: string[], environment?: Record<string, string>): Daemon;
  /** Runs a program to completion. Throws with its error output. */
  run(
    program: string,
    words: string[],
    options?: { environment?: Record<string, string>; input?: string },
  ): Promise<void>;
  /** Stops the remaining processes and deletes the folder. */
  leave(): Promise<void>;
};

const saidAtMost = 4_000;
const endsWithinMs = 15_000;

export function aMachine(programs: Programs): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'stateside-cluster-'));
  const account = chooseAccount(folder);
  own(folder, account);
  chmodSync(folder, 0o755);
  const running = new Set<ChildProcess>();
  const environmentWith = (more: Record<string, string>): Record<string, string> => ({
    ...{ PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', HOME: folder },
    ...more,
  });
  const asAccount = { cwd: folder, ...(account && { uid: account.uid, gid: account.gid }) };
  return {
    folder,
    programs,
    write: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      own(path, account);
      return path;
    },
    makeFolder: (name) => {
      const path = join(folder, name);
      mkdirSync(path, { mode: 0o700 });
      own(path, account);
      return path;
    },
    start: (name, program, words, environment = {}) => {
      const log = join(folder, `${name}.log`);
      const file = openSync(log, 'a');
      const child = spawn(program, words, {
        ...asAccount,
        env: environmentWith(environment),
        stdio: ['ignore', file, file],
      });
      closeSync(file);
      running.add(child);
      const ended = once(child, 'exit').then(() => running.delete(child));
      return {
        pid: child.pid ?? 0,
        isRunning: () => running.has(child),
        said: () => readFileSync(log, 'utf8').slice(-saidAtMost),
        end: async (signal) => {
          if (!running.has(child)) return;
          child.kill(signal);
          const killTimer = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
          await ended;
          clearTimeout(killTimer);
        },
      };
    },
    run: async (program, words, { environment = {}, input = '' } = {}) => {
      const work = promisify(execFile)(program, words, { ...asAccount, env: environmentWith(environment) });
      running.add(work.child);
      work.child.stdin?.end(input);
      await work.finally(() => running.delete(work.child));
    },
    leave: async () => {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

const own = (path: string, account: Account): void => {
  if (account !== null) chownSync(path, account.uid, account.gid);
};
