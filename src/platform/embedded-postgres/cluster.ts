/**
 * Creates and opens the data of PostgreSQL. A first start works in a separate folder that is renamed when it
 * is complete. A folder named `cluster` is therefore complete, and its password is stored beside it.
 * Leftovers of a killed first start are deleted.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, spawnAs } from './account.ts';
import { type Binaries, unfinishedBinaries } from './binaries.ts';
import { childEnvironment } from './environment.ts';
import { endUnfinished } from './leftover.ts';
import { explainServerOutput, explainSpawnError } from './trouble.ts';

export const superuser = 'stateside';
/** The role that the shop uses. It owns the database and has no other rights. */
export const shopRole = 'stateside_shop';
const unfinishedPrefix = 'first-start-';

/** We own `home`; only `cluster` in it belongs to the account that PostgreSQL runs under. */
export type Places = { home: string; cluster: string; password: string; shopPassword: string; log: string };

export const placesIn = (home: string): Places => ({
  home,
  cluster: join(home, 'cluster'),
  password: join(home, 'password'),
  shopPassword: join(home, 'shop-password'),
  log: join(home, 'server.log'),
});

/** Creates the cluster if there is none. Returns the password of the superuser. */
export async function provideCluster(
  places: Places,
  account: Account,
  binaries: Binaries,
  durable: boolean,
): Promise<string> {
  await sweep(places.home, account);
  if (existsSync(places.cluster)) return readFileSync(places.password, 'utf8');
  const password = freshPassword();
  const unfinished = mkdtempSync(join(places.home, unfinishedPrefix));
  try {
    await initialize(unfinished, password, account, binaries, durable);
    writeFileSync(places.password, password, { mode: 0o600, flush: true });
    chmodSync(places.password, 0o600);
    renameSync(join(unfinished, 'cluster'), places.cluster);
    return password;
  } finally {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Created when missing: data of an earlier version has none. The role gets the password at every start. */
export function provideShopPassword({ shopPassword: path }: Places): string {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const password = freshPassword();
  const unfinished = `${path}.unfinished`;
  writeFileSync(unfinished, password, { mode: 0o600, flush: true });
  renameSync(unfinished, path);
  return password;
}

const freshPassword = (): string => randomBytes(24).toString('base64url');

async function sweep(home: string, account: Account): Promise<void> {
  for (const name of readdirSync(home).filter(
    (entry) => entry.startsWith(unfinishedPrefix) || entry.startsWith(unfinishedBinaries),
  )) {
    try {
      await endUnfinished(join(home, name, 'cluster'), account);
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The last program of a killed start may still write there. That is harmless, and the next start
      // deletes it again.
    }
  }
}

async function initialize(
  folder: string,
  password: string,
  account: Account,
  { initdb }: Binaries,
  durable: boolean,
): Promise<void> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [passwordFile, folder]) chownSync(path, account.uid, account.gid);
  const child = spawn(
    initdb,
    [
      `--pgdata=${join(folder, 'cluster')}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Sorting uses the server's own C.UTF-8, so an update of the machine's C library cannot corrupt an
      // index.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...spawnAs(account), env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close').catch((error: Error) => {
    throw explainSpawnError(error, initdb);
  });
  if (code !== 0) throw explainServerOutput(output, dirname(folder));
}
