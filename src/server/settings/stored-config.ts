/** Settings for stored data and its keys. Read by the shop and by commands that do not need the processor. */
import { resolve } from 'node:path';
import type { S3Settings } from '#adapters/s3/file-store.ts';
import { z } from 'zod';
import { filesUrl } from './files-url.ts';
import { commaList } from './setting-values.ts';

/** 32 random bytes are 43 characters. A value with few different characters is not random. */
const secret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43,}$/, 'each secret must be 32 random bytes or more in base64url (43 characters)')
  .refine((text) => new Set(text).size >= 12, 'a secret must be random');

export const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://');

export const StoredEnvironment = z.object({
  DATA_DIR: z.string().min(1).optional().meta({
    description: 'Folder of the built-in database, uploads, and demo state.',
    computedDefault: '`.data` or `/var/lib/stateside`',
  }),
  DATABASE_URL: databaseAddress.optional().meta({
    description: 'PostgreSQL 15 or newer, as `postgres://…`.',
    computedDefault: 'built-in PostgreSQL 18',
  }),
  DATABASE_DIRECT_URL: databaseAddress
    .optional()
    .meta({ description: 'Address of the primary database that bypasses the pooler in `DATABASE_URL`.' }),
  FILES_URL: filesUrl.optional().meta({
    description:
      'S3 bucket for uploads, `https://KEY:SECRET@HOST/BUCKET?region=REGION`. Percent-encode the key and the secret.',
    computedDefault: 'a folder in `DATA_DIR`',
  }),
  BACKUP_KEY: z.string().optional().meta({ description: 'Passphrase of backups, at least 16 characters.' }),
  PROVE_DATABASE_URL: databaseAddress.optional().meta({
    description: 'Server for test restores of backups. Its user must be allowed to create databases.',
    computedDefault: 'a temporary built-in PostgreSQL',
  }),
  SESSION_SECRET: commaList
    .pipe(
      z
        .tuple([secret], secret)
        .refine((list) => list.length <= 2, 'must be one secret, or two during rotation'),
    )
    .meta({
      description:
        'At least 32 random bytes in base64url. To rotate, put the new secret first, then a comma.',
    }),
  RETIRED_SECRETS: commaList.pipe(z.array(secret)).default([]).meta({
    description:
      'Earlier values of `SESSION_SECRET`, comma-separated. They verify old audit entries and read sealed values.',
  }),
});

export type StoredConfig = {
  dataDir: string | null;
  /** A database connection that preserves session state. Null: the built-in database. */
  databaseUrl: string | null;
  /** A transaction pooler in front of the database, for queries that need no session state. */
  poolerUrl: string | null;
  /** The bucket for uploads. Null: a folder on this machine. */
  files: S3Settings | null;
  /** The passphrase of backups. */
  backupKey: string | null;
  /** A server for test restores of backups. Null: a temporary built-in PostgreSQL. */
  proveDatabaseUrl: string | null;
  /** The first secret signs. A second one only verifies what was signed before a rotation. */
  sessionSecrets: readonly [string, ...string[]];
  /** Secrets that accept no session or link, but still verify records that are stored for years. */
  retiredSecrets: readonly string[];
};

/** Reports invalid settings. `message` lists every problem, one per line, by setting name. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * `guard` checks combinations of settings. It also runs on the valid ones when others are invalid, so that
 * one start reports every problem.
 * @throws `ConfigError`
 */
export function parse<Fields extends z.ZodRawShape>(
  shape: z.ZodObject<Fields>,
  environment: Record<string, string | undefined>,
  guard: (settings: Partial<z.output<z.ZodObject<Fields>>>) => string[] = () => [],
): z.output<z.ZodObject<Fields>> {
  const filled = filledIn(environment);
  const parsed = shape.safeParse(filled);
  if (parsed.success) {
    const problems = guard(parsed.data as Partial<typeof parsed.data>);
    if (problems.length > 0) throw new ConfigError(problems.join('\n'));
    return parsed.data;
  }
  const messages = parsed.error.issues.map(({ path, message }) => {
    const isMissing = path.length === 1 && filled[String(path[0])] === undefined;
    return `${path.join('.')}: ${isMissing ? 'is missing' : message}`;
  });
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const right = Object.fromEntries(Object.entries(filled).filter(([name]) => !wrong.has(name)));
  const rest = shape.partial().safeParse(right);
  const named = rest.success
    ? guard(rest.data as Partial<z.output<z.ZodObject<Fields>>>).filter((text) => !isAbout(text, wrong))
    : [];
  throw new ConfigError([...messages, ...named].join('\n'));
}

/** Avoids reporting a setting twice when it is already invalid on its own. */
const isAbout = (problem: string, wrong: ReadonlySet<string>): boolean =>
  (problem.split(':')[0] ?? '').split(', ').some((name) => wrong.has(name));

export const filledIn = (
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

export const readStoredConfig = (environment: Record<string, string | undefined>): StoredConfig =>
  storedOf(parse(StoredEnvironment, environment));

export const storedOf = (settings: z.output<typeof StoredEnvironment>): StoredConfig => ({
  dataDir: settings.DATA_DIR === undefined ? null : resolve(settings.DATA_DIR),
  databaseUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? null,
  poolerUrl: settings.DATABASE_DIRECT_URL === undefined ? null : (settings.DATABASE_URL ?? null),
  files: settings.FILES_URL ?? null,
  backupKey: settings.BACKUP_KEY ?? null,
  proveDatabaseUrl: settings.PROVE_DATABASE_URL ?? null,
  sessionSecrets: settings.SESSION_SECRET,
  retiredSecrets: settings.RETIRED_SECRETS,
});
