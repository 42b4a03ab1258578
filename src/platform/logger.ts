/** Structured logs, one JSON line each, to stderr. Secrets are cut out by name before a line is written. */
import pino, { type Logger } from 'pino';

export type { Logger };

const secrets = ['client_secret', 'clientSecret', 'password', 'token', 'authorization', 'cookie', 'stripeSecretKey', 'secret'];

export const createLogger = (level: string): Logger => pino({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
}, pino.destination({ fd: 2, sync: true }));
