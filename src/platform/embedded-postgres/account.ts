/**
 * Under which account PostgreSQL runs. It refuses root, so root lends it an unprivileged account of the machine;
 * everybody else runs it as themselves. Mode bits do not tell who reaches what (there are ACLs too), so we ask as that account.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { sayWithWayOut } from './trouble.ts';

/** `null` means: as ourselves. */
export type Account = { uid: number; gid: number; name: string } | null;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Data that is there already belongs to somebody: that account goes on with it. */
export function chooseAccount(existingCluster: string): Account {
  if (!isRoot()) return null;
  const known = readAccounts();
  const owner = statSync(existingCluster, { throwIfNoEntry: false })?.uid;
  const wanted =
    owner !== undefined && owner !== 0
      ? [known.find(({ uid }) => uid === owner) ?? { uid: owner, gid: owner, name: `user ${owner}` }]
      : ['postgres', 'nobody'].flatMap((name) => known.find((account) => account.name === name && account.uid !== 0) ?? []);
  const usable = wanted.find((account) => runAs(account, 'exit 0'));
  if (usable) return usable;
  throw sayWithWayOut(
    'PostgreSQL refuses to run as root, and no other account (postgres or nobody) can be used on this machine.',
    'Start as an ordinary user.',
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
export const canEnter = (account: Account, folder: string): boolean => account === null || runAs(account, 'cd -- "$1"', folder);

/** Whether the account can start the program, all folders above it included. */
export const canRun = (account: Account, program: string): boolean =>
  account === null || runAs(account, 'test -r "$1" && test -x "$1"', program);

/** What a small shell script prints when the account runs it, ourselves included. Its first argument is `$1`. */
export function askAs(account: Account, script: string, argument: string): string {
  return (
    spawnSync('/bin/sh', ['-c', script, 'sh', argument], { ...spawnAs(account), encoding: 'utf8', env: shellEnvironment }).stdout ?? ''
  );
}

const shellEnvironment = { PATH: '/usr/bin:/bin' };

function runAs(account: NonNullable<Account>, script: string, argument = ''): boolean {
  return spawnSync('/bin/sh', ['-c', script, 'sh', argument], { ...spawnAs(account), stdio: 'ignore', env: shellEnvironment }).status === 0;
}
