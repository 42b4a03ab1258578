/** A process that is about to stop finishes the running job and leaves later ones to the next process. */
import { createJobs } from '#modules/shared/job-list.ts';
import { createLogger } from '#platform/logger.ts';
import { aDatabase } from '#test/builders/database.ts';
import { until } from '#test/until.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

test('after stopFetching a running job continues, a later one waits for the next process, and stop waits', async () => {
  const database = await aDatabase();
  const jobs = await createJobs({ databaseUrl: database.url, log: createLogger('silent') });
  const enqueue = (mailId: string) =>
    database.db.transaction().execute((tx) => jobs.enqueue(tx, 'send-mail', { mailId }));
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  // A second worker could be in the middle of a fetch, which still takes a job.
  const alone = { concurrency: 1 };
  jobs.work(
    'send-mail',
    async ({ mailId }) => {
      begun.push(mailId);
      await gate.promise;
    },
    alone,
  );
  await jobs.start();
  await enqueue('one');
  await until('it is at work', () => begun.length === 1);
  jobs.stopFetching();
  await enqueue('two');
  const stopped = jobs.stop({ timeoutMs: 30_000 });
  gate.resolve();
  await stopped;
  const { rows } = await sql<{ mail: string; state: string }>`
    select data ->> 'mailId' as mail, state::text from pgboss.job where name = 'send-mail' order by created_on`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { mail: 'one', state: 'completed' },
    { mail: 'two', state: 'created' },
  ]);
  expect(begun).toEqual(['one']);
  await database.close();
});
