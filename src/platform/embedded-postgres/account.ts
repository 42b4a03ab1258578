/**
 * Chooses the account that PostgreSQL runs under. PostgreSQL refuses root, so root runs it as an unprivileged
 * account; any other user runs it as themselves. Mode bits do not show all access rights (there are ACLs
 * too), so access is tested as that account.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { errorWithAdvice } from './trouble.ts';

/** `null`: the current user. */
export type Account = { uid: number; gid: number; name: string } | null;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Existing data keeps its owner: that account runs the server again. */
export function chooseAccount(existingCluster: string): Account {
  if (!isRoot()) return null;
  const accounts = readAccounts();
  const owner = statSync(existingCluster, { throwIfNoEntry: false })?.uid;
  const candidates =
    owner !== undefined && owner !== 0
      ? [accounts.find(({ uid }) => uid === owner) ?? { uid: owner, gid: owner, name: `user ${owner}` }]
      : ['postgres', 'nobody'].flatMap(
          (name) => accounts.find((account) => account.name === name && account.uid !== 0) ?? [],
        );
  const usable = candidates.find((account) => runAs(account, 'exit 0'));
  if (usable) return usable;
  throw errorWithAdvice(
    'PostgreSQL does not run as root, and this machine has no usable account named postgres or nobody.',
    'Start as a regular user.',
  );
}

function readAccounts(): { uid: number; gid: number; name: string }[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [name, , uid, gid] = line.split(':');
        return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
      });
  } catch {
    return [];
  }
}

export const spawnAs = (account: Account): { uid?: number; gid?: number; cwd: string } =>
  account ? { uid: account.uid, gid: account.gid, cwd: '/' } : { cwd: '/' };

/** Whether the account can enter the folder. */
export const canEnter = (account: Account, folder: string): boolean =>
  account === null || runAs(account, 'cd -- "$1"', folder);

/** Whether the account can run the program, including access to all parent folders. */
export const canRun = (account: Account, program: string): boolean =>
  account === null || runAs(account, 'test -r "$1" && test -x "$1"', program);

/**
 * Returns the output of a small shell script run as the account, or as the current user. `$1` is its
 * argument.
 */
export function runScriptAs(account: Account, script: string, argument: string): string {
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', argument], {
      ...spawnAs(account),
      encoding: 'utf8',
      env: shellEnvironment,
    }).stdout ?? ''
  );
}

const shellEnvironment = { PATH: '/usr/bin:/bin' };

function runAs(account: NonNullable<Account>, script: string, argument = ''): boolean {
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', argument], {
      ...spawnAs(account),
      stdio: 'ignore',
      env: shellEnvironment,
    }).status === 0
  );
}
