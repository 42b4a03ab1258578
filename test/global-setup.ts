/**
 * Before the first test: one PostgreSQL for the whole run, and in it a template with all migrations and the queues of all jobs.
 * It ends with the run however the run ends: a watcher outside this process sees to it even after `kill -9`.
 */
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { createJobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { migrate } from '#platform/migrate.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the migrated template. Nobody connects to it: a template in use cannot be copied. */
    templateUrl: string;
  }
}

export const setUpIn = async (project: TestProject, dataDir: string | null): Promise<() => Promise<void>> => {
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'test' });
  await migrate(server.url);
  // To install the queues takes longer than all else that a shop in a test does at its start.
  const jobs = await createJobs({ databaseUrl: server.url, log: createLogger('silent') });
  await jobs.stop({ timeoutMs: 5_000 });
  project.provide('templateUrl', server.url);
  return () => server.stop();
};

export default (project: TestProject): Promise<() => Promise<void>> => setUpIn(project, null);
