/**
 * Starts the proxies: HAProxy routes to the primary and to the shop's processes, PgBouncer pools database
 * connections.
 */
import { until } from '#test/until.ts';
import type { Daemon, Machine } from './machine.ts';
import { shopPassword, type Cluster } from './postgres.ts';

export type Front = { origin: string; pooler: { restart(): Promise<void> }; stop(): Promise<void> };
type FrontPorts = { database: number; replica: number; pooler: number; shop: number; processes: number[] };

const limits =
  "set statement_timeout = '5s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '20s'";

/** Patroni returns 200 when the node has the role. */
const databaseAt = (
  name: string,
  port: number,
  role: 'primary' | 'replica',
  nodes: Cluster['nodes'],
): string => `
listen ${name}
  mode tcp
  bind 127.0.0.1:${port}
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /${role}
  http-check expect status 200
  default-server inter 300ms fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}`;

const haproxyOf = ({ nodes }: Cluster, ports: FrontPorts): string => `
global
  maxconn 4000
defaults
  timeout connect 1s
  timeout check 2s
${databaseAt('database', ports.database, 'primary', nodes)}
${databaseAt('replica', ports.replica, 'replica', nodes)}
listen shop
  mode http
  bind 127.0.0.1:${ports.shop}
  timeout client 60s
  timeout server 30s
  option httpchk GET /readyz
  option redispatch 1
  retries 3
  default-server inter 300ms fall 3 rise 1
${ports.processes.map((port, index) => `  server process${index} 127.0.0.1:${port} check`).join('\n')}
`;

const pgbouncerOf = (ports: FrontPorts, users: string): string => `
[databases]
stateside = host=127.0.0.1 port=${ports.database} dbname=stateside connect_query='${limits.replaceAll("'", "''")}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 400
default_pool_size = 20
server_connect_timeout = 3
server_login_retry = 0.3
query_wait_timeout = 5
log_connections = 0
log_disconnections = 0
`;

export async function startFront(machine: Machine, cluster: Cluster, ports: FrontPorts): Promise<Front> {
  const users = machine.write('users.txt', `"stateside" "${shopPassword}"\n`);
  const haproxy = machine.start('haproxy', machine.programs.haproxy, [
    '-db',
    '-f',
    machine.write('haproxy.cfg', haproxyOf(cluster, ports)),
  ]);
  const settings = machine.write('pgbouncer.ini', pgbouncerOf(ports, users));
  const startPooler = (): Daemon => machine.start('pgbouncer', machine.programs.pgbouncer, [settings]);
  let pooler = startPooler();
  await until('HAProxy and PgBouncer run', () => {
    for (const daemon of [haproxy, pooler]) if (!daemon.isRunning()) throw new Error(daemon.said());
    return pooler.said().includes('process up');
  });
  return {
    origin: `http://127.0.0.1:${ports.shop}`,
    pooler: {
      restart: async () => {
        await pooler.end('SIGKILL');
        pooler = startPooler();
      },
    },
    stop: async () => {
      await Promise.all([pooler.end('SIGKILL'), haproxy.end('SIGKILL')]);
    },
  };
}
