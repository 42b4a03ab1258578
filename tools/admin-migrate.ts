/**
 * `npm run admin -- migrate` migrates the database to this version before its processes start. It also works
 * on an empty database.
 */
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate, pendingMigrations } from '#platform/migrate.ts';
import { describeMark } from '#platform/migration-files.ts';
import { type Options, say } from './admin-command.ts';

export const migrateHelp = `  migrate                   apply pending migrations before the new version starts; stop versions that cannot work with
                            the new schema first
      --dry-run             only list pending migrations`;

export async function migrateFromTerminal(
  databaseUrl: string,
  { 'dry-run': dryRun = false }: Options,
): Promise<number> {
  const pending = await pendingMigrations(databaseUrl);
  if (dryRun) {
    for (const migration of pending) say(`${migration.name}  ${describeMark(migration)}, ${migration.way}`);
    say(pending.length === 0 ? 'No pending migrations.' : `${pending.length} pending.`);
    return 0;
  }
  const applied = await migrate(databaseUrl);
  for (const name of applied) say(`applied  ${name}`);
  // The job queues have a separate schema.
  const jobs = await createJobs({ databaseUrl, log: createLogger('warn') });
  await jobs.stop({ timeoutMs: 1_000 });
  say(applied.length === 0 ? 'The database schema is up to date.' : `${applied.length} applied.`);
  return 0;
}
