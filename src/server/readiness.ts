/**
 * Whether this process should be sent customers. `/healthz` only says that the process lives; this asks what an order needs:
 * the database answers in time, its shape is the one of this code, and the work that follows an order is being done.
 */
import { sql } from 'kysely';
import type { Database } from '#platform/database.ts';
import { readMigrations } from '#platform/migrate.ts';

const answerWithinMs = 500;
/**
 * Work that is due and that nobody has tried. What is tried again and again is not counted: a mail server that is away
 * must not close the shop.
 */
const untriedAtMostSeconds = 60;

/** Answers null when ready, else the reason. There is one question at a time, however many ask and however long it takes. */
export function createReadiness(db: Database, isDraining: () => boolean): () => Promise<string | null> {
  let answer: Promise<string | null> | null = null;
  const head = readMigrations().then((migrations) => migrations.at(-1)?.name ?? '');
  const askOnce = async (): Promise<string | null> => {
    try {
      return await ask(db, await head);
    } catch {
      return 'the database does not answer';
    } finally {
      answer = null;
    }
  };
  return async () => {
    if (isDraining()) return 'stopping';
    answer ??= askOnce();
    return inTime(answer);
  };
}

async function inTime(answer: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the database is slow to answer'), answerWithinMs);
  });
  const reason = await Promise.race([answer, late]);
  clearTimeout(timer);
  return reason;
}

async function ask(db: Database, head: string): Promise<string | null> {
  const {
    rows: [row],
  } = await sql<{ newest: string | null; waited: number | null }>`select
    (select max(name) from schema_migration) as newest,
    (select extract(epoch from now() - min(start_after))::float8 from pgboss.job
     where state = 'created' and retry_count = 0 and start_after < now() - make_interval(secs => ${untriedAtMostSeconds})) as waited`.execute(
    db,
  );
  if (row?.newest !== head) return 'the database has another shape than this code';
  return row.waited === null ? null : `work has been waiting for ${Math.round(row.waited)} seconds`;
}
