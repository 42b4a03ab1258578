/**
 * Runs pgBackRest for each node: archives every WAL segment to one repository, makes backups there, and
 * restores from it.
 */
import { join } from 'node:path';
import type { Machine } from './machine.ts';

const stanza = 'stateside';
/**
 * Upper limit of the loss when both nodes are destroyed. A segment is archived when it is full or after this
 * many seconds.
 */
export const archiveTimeoutSeconds = 10;

type Node = { name: string; port: number; dataDir: string };
/** The end of the archive, or a point in time. */
export type Target = 'newest' | Date;
export type Archive = {
  /** PostgreSQL settings that make a node archive while it is the primary. */
  parameters(node: Node): Record<string, string>;
  /** Patroni settings for a node that starts from the repository instead of an empty database. */
  bootstrap(node: Node, target: Target): object;
  /** Prepares the repository. Call before the first segment can be archived. */
  open(primary: Node): Promise<void>;
  backUp(primary: Node, type: 'full' | 'incr'): Promise<void>;
};

export function anArchive(machine: Machine, superuserPassword: string): Archive {
  const repository = machine.makeFolder('repository');
  const environment = { PGHOST: '127.0.0.1', PGPASSWORD: superuserPassword };
  const program = machine.programs.pgbackrest;
  const words = (node: Node): string[] => [
    `--config=${join(machine.folder, `pgbackrest-${node.name}.conf`)}`,
    `--stanza=${stanza}`,
  ];
  const run = (node: Node, ...more: string[]): Promise<void> =>
    machine.run(program, [...words(node), ...more], { environment });
  return {
    parameters: (node) => {
      machine.write(`pgbackrest-${node.name}.conf`, settingsOf(machine.folder, repository, node));
      return {
        archive_mode: 'on',
        archive_timeout: `${archiveTimeoutSeconds}s`,
        archive_command: `${[program, ...words(node)].join(' ')} archive-push "%p"`,
      };
    },
    bootstrap: (node, target) => {
      const until =
        target === 'newest'
          ? []
          : [
              '--type=time',
              `"--target=${target.toISOString().replace('T', ' ').replace('Z', '+00')}"`,
              '--target-action=promote',
            ];
      return {
        method: 'pgbackrest',
        pgbackrest: {
          command: [program, ...words(node), 'restore', ...until].join(' '),
          // pgBackRest writes these settings: how segments are fetched, and the recovery target.
          keep_existing_recovery_conf: true,
          no_params: true,
        },
      };
    },
    open: (primary) => run(primary, 'stanza-create'),
    backUp: (primary, type) => run(primary, `--type=${type}`, 'backup'),
  };
}

const settingsOf = (folder: string, repository: string, { name, port, dataDir }: Node): string => `
[global]
repo1-path=${repository}
repo1-retention-full=2
start-fast=y
compress-type=lz4
lock-path=${join(folder, `pgbackrest-lock-${name}`)}
log-level-file=off
[${stanza}]
pg1-path=${dataDir}
pg1-port=${port}
pg1-user=postgres
`;
