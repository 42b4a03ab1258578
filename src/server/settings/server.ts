/** Settings of the server process: addresses, log, page cache, and shutdown. */
import { z } from 'zod';
import { onOrOff, origin, port, type SettingsOf } from './setting-values.ts';

export const serverSettings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production').meta({
    description: '`development` compiles pages on request and disables the page cache. Tests use `test`.',
  }),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta({ description: 'Address to listen on. `0.0.0.0` listens on all interfaces.' }),
  PORT: port.default(3000).meta({ description: 'Port of the shop. `0` picks a free port.' }),
  PUBLIC_ORIGIN: origin.optional().meta({
    description: 'Public address of the shop, used in emails. Must be `https://` with a live Stripe key.',
    computedDefault: 'address of the listener',
  }),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta({ description: 'Address of the metrics listener.' }),
  METRICS_PORT: z
    .union([z.literal('off'), port], 'must be a port number, or off')
    .optional()
    .meta({
      description: 'Port of the metrics listener. `off` disables metrics.',
      computedDefault: '`PORT` + 2',
    }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .meta({ description: 'Lowest level that is logged.', computedDefault: '`info`, in the demo `warn`' }),
  PAGE_CACHE: onOrOff.default('on').meta({ description: '`off` renders every page for every visitor.' }),
  PSEUDO_LANGUAGES: onOrOff.default('off').meta({
    description: '`on` enables the test languages `en-XA` and `ar-XB`. Rejected with a live Stripe key.',
  }),
  DRAIN_WAIT_SECONDS: z.coerce.number().min(0).max(120).default(0).meta({
    description: 'Seconds that a stopping process reports "not ready" before it closes its listener.',
  }),
};

export type ServerConfig = {
  mode: 'development' | 'production' | 'test';
  host: string;
  port: number;
  /** Null until the listener knows its port. Then the listener's own address is used. */
  publicOrigin: string | null;
  metricsHost: string;
  /** Null disables metrics. 0 picks a free port. */
  metricsPort: number | null;
  logLevel: string;
  /** False: every page is rendered for every visitor. */
  pageCache: boolean;
  /** True when the pseudo languages for tests can be requested. */
  pseudoLanguages: boolean;
  /**
   * Seconds that a stopping process reports "not ready" before it closes its listener, so that load balancers
   * can react.
   */
  drainWaitSeconds: number;
};

type Settings = SettingsOf<typeof serverSettings> & { STRIPE_API_BASE?: string | undefined };

export function readServer(settings: Settings): ServerConfig {
  const besidePort = settings.PORT === 0 ? 0 : settings.PORT + 2;
  return {
    mode: settings.NODE_ENV,
    host: settings.HOST,
    port: settings.PORT,
    publicOrigin: settings.PUBLIC_ORIGIN ?? null,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT === 'off' ? null : (settings.METRICS_PORT ?? besidePort),
    // In the demo a person reads the terminal, so only warnings are logged and the addresses and logins stay
    // visible.
    logLevel: settings.LOG_LEVEL ?? (settings.STRIPE_API_BASE ? 'warn' : 'info'),
    pageCache: settings.PAGE_CACHE === 'on',
    pseudoLanguages: settings.PSEUDO_LANGUAGES === 'on',
    drainWaitSeconds: settings.DRAIN_WAIT_SECONDS,
  };
}
