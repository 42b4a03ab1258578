/**
 * Starts the embedded database and reports its address or error to the parent process. On a signal it stops
 * as the shop does: it finishes a last query, then stops the database. Tests kill this process in ways that
 * would also end the test.
 */
import { chooseDataDir, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { Client } from 'pg';

export type PostgresMessage =
  | { url: string; dataDir: string }
  | { refusal: string; name: string }
  | { lastWork: 'done' | 'failed' }
  | { wouldUse: string };

const send = (message: PostgresMessage): void => void process.send?.(message);
const settings = JSON.parse(process.argv[2] ?? '{}') as {
  dataDir: string | null;
  purpose: 'shop' | 'test';
  onlyChoose?: boolean;
};

if (settings.onlyChoose) {
  send({ wouldUse: chooseDataDir(settings.dataDir) });
  process.disconnect();
} else {
  try {
    const postgres = await startEmbeddedPostgres(settings);
    const stop = async (): Promise<void> => {
      send({ lastWork: (await answers(postgres.url)) ? 'done' : 'failed' });
      await postgres.stop();
      process.exit(0);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
    send({ url: postgres.url, dataDir: postgres.dataDir });
  } catch (error) {
    send({ refusal: (error as Error).message, name: (error as Error).name });
    process.disconnect();
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query('select 1')).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
