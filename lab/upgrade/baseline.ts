/**
 * The step across the baseline: the migrations that it replaces give the same catalog, and a backup from before it
 * is refused with the commit that restores it.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '#platform/migrate.ts';
import { readMigrations } from '#platform/migration-files.ts';
import { commitBeforeBaseline } from '#platform/schema-fit.ts';
import { copyDatabase, dropDatabase, urlOfDatabase } from '#test/database-copies.ts';
import { catalogOfChain, describeCatalog } from '#tools/db/catalog.ts';
import { command, type Environment } from './programs.ts';

export const baselineName = '0142_baseline';

type Versions = { before: string; next: string };
type Require = (what: string, holds: boolean, output?: string) => void;

export const crossesBaseline = ({ before }: Versions): boolean =>
  !existsSync(join(before, 'db/migrations', baselineName));

/** `url`: a database that the version before has just migrated, without rows of a shop. */
export async function compareCatalogs(url: string, requireThat: Require): Promise<void> {
  const name = 'baseline_only';
  await copyDatabase(url, 'template0', name);
  try {
    const baselineUrl = urlOfDatabase(url, name);
    const [baseline] = await readMigrations();
    await migrate(baselineUrl, { only: [baseline?.name ?? ''] });
    const [ofChain, ofBaseline] = [await describeCatalog(url), await describeCatalog(baselineUrl)];
    requireThat(
      'the baseline gives another catalog',
      ofBaseline === ofChain,
      differences(ofChain, ofBaseline),
    );
    const stored = await readFile(catalogOfChain, 'utf8');
    requireThat('the stored catalog is another one', stored === ofChain, differences(ofChain, stored));
  } finally {
    await dropDatabase(url, name);
  }
}

function differences(expected: string, actual: string): string {
  const [before, after] = [new Set(expected.split('\n')), new Set(actual.split('\n'))];
  return [
    ...[...before.difference(after)].map((line) => `- ${line}`),
    ...[...after.difference(before)].map((line) => `+ ${line}`),
  ].join('\n');
}

/** Backs up with the version before. Returns the check that this version refuses to restore the file. */
export async function backUpBefore(
  { before, next }: Versions,
  environment: Environment,
  file: string,
): Promise<(requireThat: Require) => Promise<void>> {
  const keyed = { ...environment, BACKUP_KEY: 'the passphrase of an upgrade test' };
  const { code, said } = await command(before, ['tools/admin.ts', 'backup', '--to', file], keyed);
  if (code !== 0) throw new Error(`the version before made no backup:\n${said}`);
  return async (requireThat) => {
    const restore = ['tools/admin.ts', 'restore', '--from', file, '--dry-run'];
    const answer = await command(next, restore, keyed);
    const isRefused = answer.code !== 0 && answer.said.includes(`with the commit ${commitBeforeBaseline}`);
    requireThat('a backup from before the baseline is not refused', isRefused, answer.said);
  };
}
