/**
 * Receives the database's notifications to all processes, over a dedicated connection. Notifications missed
 * while it is down do no harm: `onNews` is called again after reconnecting, and listeners also check
 * periodically.
 */
import { Client } from 'pg';
import type { Logger } from './logger.ts';

const firstWaitMs = 500;
const longestWaitMs = 30_000;
const answersWithinMs = 10_000;

/** `channel` is one of our names. Returns a function that stops listening. */
export function listen(
  databaseUrl: string,
  channel: string,
  { onNews, log }: { onNews: () => void; log: Logger },
): () => Promise<void> {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let waitMs = firstWaitMs;
  let isStopped = false;
  const reconnect = (lost: Client, error: unknown): void => {
    if (isStopped || client !== lost) return;
    client = null;
    log.debug({ err: error }, `not listening to ${channel} for ${waitMs} ms`);
    lost.end().catch(() => undefined);
    timer = setTimeout(open, waitMs);
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  };
  const open = (): void => {
    const mine = new Client({
      ...{ connectionString: databaseUrl, application_name: `stateside ${channel}` },
      ...{
        connectionTimeoutMillis: answersWithinMs,
        query_timeout: answersWithinMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      },
    });
    client = mine;
    mine.on('error', (error) => reconnect(mine, error)).on('end', () => reconnect(mine, 'ended'));
    mine.on('notification', onNews);
    mine
      .connect()
      .then(() => mine.query(`listen ${channel}`))
      .then(
        () => {
          waitMs = firstWaitMs;
          onNews();
        },
        (error: unknown) => reconnect(mine, error),
      );
  };
  open();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
