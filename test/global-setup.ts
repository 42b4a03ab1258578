/**
 * Starts one PostgreSQL for the whole run and creates a template with all migrations and job queues. A
 * watcher process stops the server when the run ends, even after `kill -9`.
 */
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createJobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the migrated template. Connecting to it is not allowed: a template in use cannot be
     * copied.
     */
    templateUrl: string;
  }
}

export const setUpIn = async (project: TestProject, dataDir: string | null): Promise<() => Promise<void>> => {
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'test' });
  await migrate(server.url);
  // Installing the queues takes longer than the rest of a test shop's startup.
  const jobs = await createJobs({ databaseUrl: server.url, log: createLogger('silent') });
  await jobs.stop({ timeoutMs: 5_000 });
  project.provide('templateUrl', server.url);
  return () => server.stop();
};

export default (project: TestProject): Promise<() => Promise<void>> => setUpIn(project, null);
