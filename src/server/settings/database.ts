/**
 * Settings of the server's database connections. The addresses of the stored data are in `stored-config.ts`.
 */
import { z } from 'zod';
import { onOrOff, type SettingsOf } from './setting-values.ts';

export const databaseSettings = {
  MIGRATE_AT_START: onOrOff
    .default('on')
    .meta({ description: 'With `off`, a new process answers 503 until `npm run admin -- migrate` has run.' }),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .meta({ description: 'Database connections per process.' }),
  DATABASE_NAMED_STATEMENTS: onOrOff.optional().meta({
    description: 'Use named prepared statements. A pooler in `DATABASE_URL` must support them.',
    computedDefault: '`on`; `off` with `DATABASE_DIRECT_URL`',
  }),
};

export type DatabaseConfig = {
  /** False: startup waits until another process has migrated the database. */
  migratesAtStart: boolean;
  databasePool: number;
  /** False when the pooler in front of the database does not support named statements. */
  namesStatements: boolean;
};

type Addresses = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined };

export function readDatabase(settings: SettingsOf<typeof databaseSettings> & Addresses): DatabaseConfig {
  return {
    migratesAtStart: settings.MIGRATE_AT_START === 'on',
    databasePool: settings.DATABASE_POOL,
    namesStatements:
      (settings.DATABASE_NAMED_STATEMENTS ?? (settings.DATABASE_DIRECT_URL === undefined ? 'on' : 'off')) ===
      'on',
  };
}

export const guardDatabase = (settings: Addresses): string[] =>
  settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined
    ? ['DATABASE_DIRECT_URL: bypasses the pooler in DATABASE_URL, so set DATABASE_URL too']
    : [];
