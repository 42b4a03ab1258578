/**
 * Starts one PostgreSQL for the whole run with two templates: one has all migrations and job queues, the other
 * is a seeded copy. A watcher process stops the server when the run ends, even after `kill -9`.
 */
import { createDatabase } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import { seed } from '#db/seeds/seed.ts';
import { copyDatabase, urlOfDatabase } from '#test/database-copies.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the migrated template. Connecting to it is not allowed: a template in use cannot be
     * copied.
     */
    templateUrl: string;
    /** The name of the seeded template on the same server. */
    seededTemplate: string;
  }
}

export const setUpIn = async (project: TestProject, dataDir: string | null): Promise<() => Promise<void>> => {
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'test' });
  await migrate(server.url);
  // Installing the queues takes longer than the rest of a test shop's startup.
  const jobs = await createJobs({ databaseUrl: server.url, log: createLogger('silent') });
  await jobs.stop({ timeoutMs: 5_000 });
  project.provide('templateUrl', server.url);
  project.provide('seededTemplate', await aSeededTemplate(server.url));
  return () => server.stop();
};

async function aSeededTemplate(templateUrl: string): Promise<string> {
  const name = 'seeded_template';
  await copyDatabase(templateUrl, new URL(templateUrl).pathname.slice(1), name);
  const db = createDatabase(urlOfDatabase(templateUrl, name), { max: 1 });
  await seed(db, new Date());
  await db.destroy();
  return name;
}

export default (project: TestProject): Promise<() => Promise<void>> => setUpIn(project, null);
