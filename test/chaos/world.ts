/**
 * Everything a run needs, in separate processes: the database, the sandbox, and one or more shop processes on
 * fixed ports. The mailbox runs in the harness, which is never killed.
 */
import { seed } from '#db/seeds/seed.ts';
import { createDatabase, type Database } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { sql } from 'kysely';
import type { AppSettings } from './app-settings.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { type CountingMailbox, startCountingMailbox } from './counting-mailbox.ts';
import { type Processor, startProcessor } from './processor.ts';
import { type VariantName, variants } from './variants/variants.ts';

export type World = {
  /** The harness's own connection to the rows. */
  db: Database;
  processor: Processor;
  mailbox: CountingMailbox;
  webhookSecret: string;
  apps: AppProcess[];
  /** Starts the process with this number on its previous port. */
  start(number: number): Promise<AppProcess>;
  stop(): Promise<void>;
};

export type WorldOptions = {
  databaseUrl: string;
  apps: number;
  variant?: VariantName | null;
  /** With the Factiiv sandbox, which accepts nothing automatically and has no rate limit. */
  withFactiiv?: boolean;
  /** Replaces the addresses of external services, for example with proxies. */
  detours?: (straight: AppSettings) => AppSettings;
  settings?: Partial<Pick<AppSettings, 'databasePool' | 'logLevel' | 'statementTimeoutMs'>>;
};

const webhookSecret = 'whsec_of_a_chaotic_shop';

export async function aWorld({
  databaseUrl,
  apps: count,
  variant = null,
  withFactiiv = false,
  detours = (straight) => straight,
  settings = {},
}: WorldOptions): Promise<World> {
  await migrate(databaseUrl);
  const db = createDatabase(databaseUrl, {
    max: 4,
    applicationName: 'chaos',
    statementTimeoutMs: 30_000,
    connectWithinMs: 30_000,
  });
  await seed(db, new Date());
  for (const statement of variant === null ? [] : (variants[variant].statements ?? []))
    await sql.raw(statement).execute(db);
  const processor = await startProcessor({ withFactiiv });
  if (withFactiiv)
    await processor.control('PUT', '/control/factiiv/settings', {
      accept_after_seconds: null,
      requests_per_minute: null,
    });
  const mailbox = await startCountingMailbox();
  const straight: AppSettings = {
    port: 0,
    databaseUrl,
    databasePool: 10,
    stripe: { secretKey: processor.secretKey, apiBase: processor.origin },
    smtp: { url: mailbox.url },
    factiivOrigin: processor.factiivOrigin,
    webhookSecret,
    logLevel: 'silent',
    variant,
    ...settings,
  };
  const apps: AppProcess[] = [];
  const start = async (number: number): Promise<AppProcess> => {
    const before = apps[number];
    const port = before === undefined ? 0 : Number(new URL(before.origin).port);
    const app = await startApp({ ...detours(straight), port });
    apps[number] = app;
    return app;
  };
  for (let number = 0; number < count; number += 1) await start(number);
  return {
    db,
    processor,
    mailbox,
    webhookSecret,
    apps,
    start,
    stop: async () => {
      await Promise.all(apps.map((app) => app.kill()));
      await Promise.all([processor.stop(), mailbox.stop(), db.destroy()]);
    },
  };
}
