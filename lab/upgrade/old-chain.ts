/**
 * The migrations that the baseline replaces, from the git history. `node lab/upgrade/old-chain.ts` writes their
 * checksums and the catalog of a database that they created. A test compares the baseline with both.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { migrate } from '#platform/migrate.ts';
import { type Migration, readMigrations } from '#platform/migration-files.ts';
import { commitBeforeBaseline } from '#platform/schema-fit.ts';
import { catalogOfChain, describeCatalog } from '#tools/db/catalog.ts';

const root = join(import.meta.dirname, '../..');
const checksums = new URL('../../db/migrations/0142_baseline/replaces.json', import.meta.url);

/** Unpacks the files into a temporary folder while `work` runs. */
async function withOldChain<Result>(work: (folder: URL) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'stateside-old-chain-'));
  try {
    const archive = execFileSync('git', ['archive', commitBeforeBaseline, 'db/migrations'], { cwd: root });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return await work(pathToFileURL(join(folder, 'db/migrations/')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const toChecksums = (migrations: Migration[]): string =>
  `${JSON.stringify(Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])), null, 2)}\n`;

if (import.meta.main) {
  const server = await startEmbeddedPostgres({ dataDir: null, purpose: 'test' });
  try {
    await withOldChain(async (folder) => {
      await migrate(server.url, { folder });
      await writeFile(checksums, toChecksums(await readMigrations(folder)));
    });
    await writeFile(catalogOfChain, await describeCatalog(server.url));
  } finally {
    await server.stop();
  }
}
