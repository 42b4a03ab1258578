/** What the parts of a cluster share: a folder of their own, free ports, an account that PostgreSQL accepts, and an end for each. */
import { type ChildProcess, spawn } from 'node:child_process';
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
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, chooseAccount } from '#platform/embedded-postgres/account.ts';

/** The programs, and the Debian packages that have them. */
const wanted = {
  etcd: ['etcd-server', 'usr/bin/etcd'],
  patroni: ['patroni', 'usr/bin/patroni'],
  pgbouncer: ['pgbouncer', 'usr/sbin/pgbouncer'],
  haproxy: ['haproxy', 'usr/sbin/haproxy'],
} as const;
const postgresPrograms = 'usr/lib/postgresql/*/bin';

export type Programs = Record<keyof typeof wanted, string> & { postgresBin: string };
export class MissingPackages extends Error {}

/** Throws `MissingPackages` with what to install. */
export function findPrograms(root = '/'): Programs {
  const newest = globSync(join(root, postgresPrograms))
    .filter((folder) => existsSync(join(folder, 'initdb')))
    .sort(byVersion)
    .at(-1);
  const missing = [
    ...Object.values(wanted).flatMap(([name, path]) => (existsSync(join(root, path)) ? [] : [name])),
    ...(newest === undefined ? ['postgresql'] : []),
  ];
  if (missing.length > 0 || newest === undefined) {
    throw new MissingPackages(
      `The cluster is made of Debian's packages, and these are not installed: ${missing.join(', ')}.\n` +
        `Install them, and stop what starts by itself then: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
  }
  const at = (name: keyof typeof wanted): string => join(root, wanted[name][1]);
  return { etcd: at('etcd'), patroni: at('patroni'), pgbouncer: at('pgbouncer'), haproxy: at('haproxy'), postgresBin: newest };
}

const versionOf = (folder: string): number => Number(folder.split('/').at(-2));
const byVersion = (one: string, other: string): number => versionOf(one) - versionOf(other);

export type Daemon = {
  pid: number;
  isRunning(): boolean /** The end of what it wrote. */;
  said(): string;
  end(signal: NodeJS.Signals): Promise<void>;
};

export type Machine = {
  folder: string;
  programs: Programs;
  /** Makes a file or a folder that the account owns. */
  write(name: string, text: string): string;
  makeFolder(name: string): string;
  start(name: string, program: string, words: string[], environment?: Record<string, string>): Daemon;
  /** Ends what is left and takes the folder away. */
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
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', HOME: folder, ...environment };
      const child = spawn(program, words, {
        cwd: folder,
        env,
        stdio: ['ignore', file, file],
        ...(account && { uid: account.uid, gid: account.gid }),
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
          const late = setTimeout(() => child.kill('SIGKILL'), endsWithinMs);
          await ended;
          clearTimeout(late);
        },
      };
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

/** All at once, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
