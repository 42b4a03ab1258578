/**
 * Creates a database for one test file as a copy of a template. `close` drops it.
 */
import { createDatabase, type Database } from '#platform/database.ts';
import { copyDatabase, dropDatabase, urlOfDatabase } from '#test/database-copies.ts';
import { inject } from 'vitest';

/** No test depends on these limits, and a busy machine may need longer than production allows. */
const longLimits = { statementTimeoutMs: 30_000, connectWithinMs: 30_000 };

export type TestDatabase = { url: string; db: Database; close(): Promise<void> };

/**
 * `max` is the number of connections; tests of race conditions need more than the default of 10.
 */
export async function aDatabase({
  max = 10,
  content = 'migrated',
}: {
  max?: number;
  content?: 'none' | 'migrated' | 'seeded';
} = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const templates = {
    none: 'template0',
    migrated: new URL(templateUrl).pathname.slice(1),
    seeded: inject('seededTemplate'),
  };
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = urlOfDatabase(templateUrl, name);
  await copyDatabase(templateUrl, templates[content], name);
  const db = createDatabase(url, { max, applicationName: 'stateside test', ...longLimits });
  return {
    url,
    db,
    close: async () => {
      await db.destroy();
      await dropDatabase(templateUrl, name);
    },
  };
}
