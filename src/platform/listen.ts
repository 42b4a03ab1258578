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
  const reconnect = (lostClient: Client, error: unknown): void => {
    if (isStopped || client !== lostClient) return;
    client = null;
    log.debug({ err: error }, `not listening to ${channel} for ${waitMs} ms`);
    lostClient.end().catch(() => undefined);
    timer = setTimeout(open, waitMs);
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  };
  const open = (): void => {
    const newClient = new Client({
      ...{ connectionString: databaseUrl, application_name: `stateside ${channel}` },
      ...{
        connectionTimeoutMillis: answersWithinMs,
        query_timeout: answersWithinMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      },
    });
    client = newClient;
    newClient
      .on('error', (error) => reconnect(newClient, error))
      .on('end', () => reconnect(newClient, 'ended'));
    newClient.on('notification', onNews);
    newClient
      .connect()
      .then(() => newClient.query(`listen ${channel}`))
      .then(
        () => {
          waitMs = firstWaitMs;
          onNews();
        },
        (error: unknown) => reconnect(newClient, error),
      );
  };
  open();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
