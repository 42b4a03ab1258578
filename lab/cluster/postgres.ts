/**
 * Runs two PostgreSQL nodes under Patroni, with etcd as the consensus store. A commit is confirmed only after
 * the replica has it (synchronous mode), so a failover loses no acknowledged data.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '#test/until.ts';
import type { Archive, Target } from './archive.ts';
import type { Daemon, Machine } from './machine.ts';

/**
 * Failover timing in seconds: a dead primary's lease lasts `ttl`. Patroni requires loop_wait + 2 *
 * retry_timeout <= ttl.
 */
const timing = { ttl: 10, loop_wait: 1, retry_timeout: 3 };
const passwords = { postgres: 'of the superuser', replicator: 'of the replicas', stateside: 'of-the-shop' };
const scope = 'stateside';
const startsWithinMs = 120_000;
const restoredWithinMs = 300_000;

export type Node = { name: string; port: number; restPort: number; dataDir: string; daemon: Daemon | null };
export type Member = { name: string; role: string; state: string };
export type Cluster = {
  nodes: [Node, Node];
  /** The shop's database URL through the proxy on this port. */
  urlAt(port: number): string;
  /** The members and their roles from Patroni. Empty while no node answers. */
  members(): Promise<Member[]>;
  primary(): Promise<Node>;
  replica(): Promise<Node>;
  /** True with one primary and one synchronous replica. */
  isWhole(): Promise<boolean>;
  /** Simulates a power cut: kills Patroni, the server, and all its processes. */
  kill(node: Node): Promise<void>;
  start(node: Node): void;
  switchOver(): Promise<void>;
  /** Kills both servers and deletes all their data, so that unarchived data is lost. */
  destroy(): Promise<void>;
  /**
   * Restores one node from the archive up to that moment; the other node copies it. Resolves when the primary
   * accepts writes.
   */
  restore(target: Target): Promise<void>;
};

export const shopPassword = passwords.stateside;
export const superuserPassword = passwords.postgres;

type Parts = { cleanups: (() => unknown)[]; archive?: Archive | null };

/** `cleanups` receives each cleanup before the process is started. */
export async function startCluster(
  machine: Machine,
  ports: number[],
  { cleanups, archive = null }: Parts,
): Promise<Cluster> {
  const [etcdPort = 0, peerPort = 0, ...ofNodes] = ports;
  const etcd = startEtcd(machine, etcdPort, peerPort);
  const node = (name: string, [port = 0, restPort = 0]: number[]): Node => ({
    name,
    port,
    restPort,
    dataDir: join(machine.folder, name),
    daemon: null,
  });
  const nodes: [Node, Node] = [node('one', ofNodes.slice(0, 2)), node('two', ofNodes.slice(2, 4))];
  const start = (each: Node, target?: Target): void => {
    const settings = configure(machine, each, { etcdPort, archive, target });
    each.daemon = machine.start(`patroni-${each.name}`, machine.programs.patroni, [settings]);
  };
  // The servers outlive Patroni, so they are killed by their process ids.
  cleanups.push(async () => {
    for (const each of nodes) await kill(each);
    await etcd.end('SIGTERM');
  });
  for (const each of nodes) start(each);
  const members = (): Promise<Member[]> => readMembers(nodes);
  const named = async (role: RegExp): Promise<Node> => {
    const found = (await members()).find((member) => role.test(member.role));
    return nodes.find(({ name }) => name === found?.name) ?? Promise.reject(new Error(`no node is ${role}`));
  };
  let lastLeader = '';
  const cluster: Cluster = {
    nodes,
    urlAt: (port) => `postgres://stateside:${passwords.stateside}@127.0.0.1:${port}/stateside`,
    members,
    primary: () => named(/^leader$/),
    replica: () => named(/^(sync_standby|replica)$/),
    isWhole: async () => isWhole(await members()),
    kill,
    start: (each) => start(each),
    switchOver: async () => {
      const [leader, candidate] = [await cluster.primary(), await cluster.replica()];
      const body = JSON.stringify({ leader: leader.name, candidate: candidate.name });
      const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!answer.ok)
        throw new Error(`Patroni refused to switch over: ${answer.status} ${await answer.text()}`);
    },
    destroy: async () => {
      lastLeader = (await cluster.primary()).name;
      await Promise.all(nodes.map(kill));
      for (const { dataDir } of nodes) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
    restore: async (target) => {
      await removeCluster(machine, lastLeader);
      for (const each of nodes) {
        machine.makeFolder(each.name);
        start(each, target);
      }
      await until('a node is restored', async () => (await members()).some(leads), restoredWithinMs);
    },
  };
  try {
    await until('the cluster is whole', cluster.isWhole, startsWithinMs);
  } catch (error) {
    throw new Error(nodes.map(({ name, daemon }) => `${name}:\n${daemon?.said()}`).join('\n'), {
      cause: error,
    });
  }
  await makeDatabase(await cluster.primary());
  await archive?.open(await cluster.primary());
  return cluster;
}

/**
 * Removes the old cluster from etcd; otherwise Patroni would wait for one of its nodes. The leader's name is
 * part of the confirmation while its lease lasts.
 */
async function removeCluster(machine: Machine, leader: string): Promise<void> {
  const words = ['-c', join(machine.folder, `patroni-${leader}.yaml`), 'remove', scope];
  await machine.run(`${machine.programs.patroni}ctl`, words, {
    input: `${scope}\nYes I am aware\n${leader}\n`,
  });
}

function startEtcd(machine: Machine, port: number, peerPort: number): Daemon {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return machine.start('etcd', machine.programs.etcd, [
    ...['--name', 'memory', '--data-dir', machine.makeFolder('etcd'), '--log-level', 'warn'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `memory=${peer}`,
    ],
  ]);
}

type Settings = { etcdPort: number; archive: Archive | null; target: Target | undefined };

/** Writes the Patroni configuration as JSON, which is valid YAML. */
function configure(machine: Machine, node: Node, { etcdPort, archive, target }: Settings): string {
  const { name, port, restPort, dataDir } = node;
  const all = '127.0.0.1/32';
  const settings = {
    scope,
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        // Replace a crashed server immediately instead of waiting for it.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '128MB',
            wal_keep_size: '256MB',
            max_wal_size: '1GB',
          },
        },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [`host all all ${all} scram-sha-256`, `host replication replicator ${all} scram-sha-256`],
      ...(target && archive?.bootstrap(node, target)),
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: machine.programs.postgresBin,
      pgpass: join(machine.folder, `pgpass-${name}`),
      authentication: {
        superuser: { username: 'postgres', password: passwords.postgres },
        replication: { username: 'replicator', password: passwords.replicator },
      },
      parameters: { unix_socket_directories: '', ...archive?.parameters(node) },
    },
    watchdog: { mode: 'off' },
  };
  return machine.write(`patroni-${name}.yaml`, JSON.stringify(settings));
}

async function readMembers(nodes: Node[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    try {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      return ((await answer.json()) as { members: Member[] }).members;
    } catch {
      // Ask the other node.
    }
  }
  return [];
}

const leads = ({ role, state }: Member): boolean => role === 'leader' && state === 'running';
const isWhole = (members: Member[]): boolean =>
  members.length === 2 &&
  members.some(leads) &&
  members.some(
    ({ role, state }) => role === 'sync_standby' && (state === 'running' || state === 'streaming'),
  );

async function kill({ dataDir, daemon }: Node): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  const server = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  const isOurs =
    server > 0 &&
    existsSync(`/proc/${server}/cmdline`) &&
    readFileSync(`/proc/${server}/cmdline`, 'utf8').includes(dataDir);
  const processes = isOurs ? [server, ...childrenOf(server)] : [];
  await Promise.all([daemon?.end('SIGKILL'), ...processes.map(endNow)]);
}

/** Includes grandchildren: the archive command is a child of the archiver. */
function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
    return children.flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return []; // The process has already ended.
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

async function makeDatabase({ port }: Node): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.postgres,
    database: 'postgres',
  });
  await client.connect();
  await client.query(`create role stateside login password '${passwords.stateside}'`);
  await client.query('create database stateside owner stateside');
  await client.end();
}
