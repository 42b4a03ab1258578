/** All invalid settings are reported together. Situation 34: live keys and sandbox addresses never mix. */
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { warningsOf } from './config-warnings.ts';

const SESSION_SECRET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';
const sandboxed = {
  SESSION_SECRET,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_1',
  STRIPE_API_BASE: 'http://127.0.0.1:3001',
  STRIPE_JS_URL: 'http://127.0.0.1:3001/endive/stripe.js',
  SMTP_URL: 'smtp://127.0.0.1:2525',
};
const live = {
  SESSION_SECRET,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRETS: 'whsec_1,whsec_2',
  SMTP_URL: 'smtps://mail.example',
  PUBLIC_ORIGIN: 'https://stateside.example',
};
const secretsOf = (SESSION_SECRET: string | undefined) => ({ ...sandboxed, SESSION_SECRET });

test('a start without a session secret, or with a guessable one, is rejected', () => {
  expect(troubleOf(secretsOf(undefined))).toBe('SESSION_SECRET: is missing');
  for (const weak of [
    'secret',
    'a'.repeat(60),
    'abcabcabc'.repeat(6),
    `${SESSION_SECRET.slice(0, 40)}`,
    `${SESSION_SECRET} `.repeat(2),
  ])
    expect(troubleOf(secretsOf(weak)), weak).toContain('SESSION_SECRET');
  const other = SESSION_SECRET.toLowerCase();
  expect(readConfig(secretsOf(`${other},${SESSION_SECRET}`)).sessionSecrets).toEqual([other, SESSION_SECRET]);
  expect(troubleOf(secretsOf(`${other},${SESSION_SECRET},${other}`))).toContain('SESSION_SECRET');
  expect(
    readConfig({ ...sandboxed, RETIRED_SECRETS: `${other},${SESSION_SECRET},${other}` }).retiredSecrets,
  ).toHaveLength(3);
  expect(readConfig(sandboxed).retiredSecrets).toEqual([]);
  expect(troubleOf({ ...sandboxed, RETIRED_SECRETS: `${other},short` })).toContain('RETIRED_SECRETS');
});

const troubleOf = (environment: Record<string, string | undefined>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test('the defaults match the README', () => {
  expect(readConfig(sandboxed)).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    publicOrigin: null,
    mode: 'production',
  });
});
test('behind a pooler session features bypass it, and statements have no names unless configured', () => {
  const [pooler, direct] = ['postgres://pooler:6432/shop', 'postgres://primary:5432/shop'];
  expect(readConfig({ ...sandboxed, DATABASE_URL: direct })).toMatchObject({
    databaseUrl: direct,
    poolerUrl: null,
    namesStatements: true,
  });
  const pooled = { ...sandboxed, DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct };
  expect(readConfig(pooled)).toMatchObject({
    databaseUrl: direct,
    poolerUrl: pooler,
    namesStatements: false,
  });
  expect(readConfig({ ...pooled, DATABASE_NAMED_STATEMENTS: 'on' }).namesStatements).toBe(true);
  expect(
    readConfig({ ...sandboxed, DATABASE_URL: direct, DATABASE_NAMED_STATEMENTS: 'off' }).namesStatements,
  ).toBe(false);
  expect(troubleOf({ ...sandboxed, DATABASE_DIRECT_URL: direct })).toContain('DATABASE_DIRECT_URL');
});
test('every invalid setting is named in one message', () => {
  const trouble = troubleOf({ ...sandboxed, PORT: 'http', SMTP_URL: undefined, DATABASE_URL: 'mysql://x' });
  expect(trouble.split('\n').map((line) => line.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'SMTP_URL']);
  expect(trouble).toContain('SMTP_URL: is missing');
});
test('an interval too long for a timer is rejected, and so is an order that expires during a purchase', () => {
  expect(
    troubleOf({
      ...sandboxed,
      RECONCILE_EVERY_MINUTES: '35792',
      EVENTS_EVERY_MINUTES: 'often',
      COMPARE_EVERY_MINUTES: '-1',
    }),
  ).toBe(
    'RECONCILE_EVERY_MINUTES: must be at most 10080 (a week)\nEVENTS_EVERY_MINUTES: must be a number of minutes\nCOMPARE_EVERY_MINUTES: must be 0 or more',
  );
  for (const hours of ['0', '0.5', '721'])
    expect(troubleOf({ ...sandboxed, ORDER_EXPIRES_AFTER_HOURS: hours }), hours).toContain('at ');
  const { sweeps } = readConfig({
    ...sandboxed,
    RECONCILE_EVERY_MINUTES: '0',
    COMPARE_EVERY_MINUTES: '10080',
    ORDER_EXPIRES_AFTER_HOURS: '1',
  });
  expect(sweeps).toEqual({
    sweepEveryMinutes: 0,
    reportingEveryMinutes: 5,
    fillEveryMinutes: 60,
    compareEveryMinutes: 10_080,
    expireAfterHours: 1,
    holdMinutes: 30,
    cartsEveryMinutes: 15,
  });
});
test('an empty setting counts as not set', () => {
  expect(readConfig({ ...sandboxed, PORT: '' }).port).toBe(3000);
});
test('metrics listen two ports above the shop by default', () => {
  const metricsPort = (METRICS_PORT?: string, PORT = '4000') =>
    readConfig({ ...sandboxed, PORT, METRICS_PORT }).metricsPort;
  expect([metricsPort(), metricsPort('9100'), metricsPort('off'), metricsPort(undefined, '0')]).toEqual([
    4002,
    9100,
    null,
    0,
  ]);
  expect(troubleOf({ ...sandboxed, METRICS_PORT: 'on', TRUST_PROXY: 'yes' })).toBe(
    'METRICS_PORT: must be a port number, or off\nTRUST_PROXY: must be the number of trusted proxies',
  );
});

describe('34: the boot guard', () => {
  test('live keys without a sandbox address start, and so do test keys with one', () => {
    expect(troubleOf(live)).toBe('');
    expect(troubleOf(sandboxed)).toBe('');
  });
  for (const [what, environment] of [
    [
      'a live key with a sandbox API address',
      { ...live, STRIPE_API_BASE: sandboxed.STRIPE_API_BASE, STRIPE_JS_URL: sandboxed.STRIPE_JS_URL },
    ],
    ['a live key with a sandbox script', { ...live, STRIPE_JS_URL: sandboxed.STRIPE_JS_URL }],
    ['a live key with the languages of tests', { ...live, PSEUDO_LANGUAGES: 'on' }],
    ['a live secret key with a test publishable key', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['a test secret key with a live publishable key', { ...sandboxed, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
    ['a sandbox API address without its script', { ...sandboxed, STRIPE_JS_URL: undefined }],
  ] as const) {
    test(`${what} is rejected`, () => expect(troubleOf(environment)).toContain('STRIPE_'));
  }
  test('a sandbox address never receives a live key: the error does not repeat the key', () => {
    expect(troubleOf({ ...live, STRIPE_JS_URL: sandboxed.STRIPE_JS_URL })).not.toContain('sk_live_1');
  });
});

describe('a live key', () => {
  for (const PUBLIC_ORIGIN of [undefined, '', 'http://stateside.example', 'http://127.0.0.1:3000'])
    for (const STRIPE_SECRET_KEY of ['sk_live_1', 'rk_live_1'])
      test(`${STRIPE_SECRET_KEY} without an https address (${PUBLIC_ORIGIN}) is rejected: mail links would be dead`, () =>
        expect(troubleOf({ ...live, STRIPE_SECRET_KEY, PUBLIC_ORIGIN })).toBe(
          'PUBLIC_ORIGIN: must be the https address of the shop with a live key',
        ));
  test('a test key needs none', () =>
    expect(troubleOf({ ...sandboxed, PUBLIC_ORIGIN: 'http://127.0.0.1:3000' })).toBe(''));
});

test('a sender without an address is rejected', () => {
  for (const MAIL_FROM of [
    'Stateside',
    'Stateside <>',
    'hello@',
    'hello@shop',
    'Shop <hello@shop.example> x',
    'a@b.example, c@d.example',
  ])
    expect(troubleOf({ ...sandboxed, MAIL_FROM }), MAIL_FROM).toBe(
      'MAIL_FROM: must contain one address, such as Shop <hello@shop.example>',
    );
  for (const MAIL_FROM of [
    'hello@shop.example',
    'Shop <hello@shop.example>',
    '"Shop, Inc." <hello@mail.shop.example>',
    'متجر <a@b.example>',
  ])
    expect(troubleOf({ ...sandboxed, MAIL_FROM }), MAIL_FROM).toBe('');
});

test('the default sender raises a warning where mail is really sent', () => {
  const warnings = (environment: Record<string, string | undefined>) => warningsOf(readConfig(environment));
  expect(warnings(live)).toEqual([
    expect.stringMatching(/^MAIL_FROM is not set: .*hello@stateside\.example/),
  ]);
  expect(warnings({ ...live, SMTP_URL: 'smtp://127.0.0.1:25' })).toHaveLength(1);
  expect(warnings({ ...sandboxed, SMTP_URL: 'smtp://user:pass%40word@mail.example:587' })).toHaveLength(1);
  expect(warnings({ ...live, MAIL_FROM: 'Shop <hello@shop.example>' })).toEqual([]);
  expect(warnings(sandboxed)).toEqual([]);
});

test('settings that moved to the console are named in one line, and the shop starts anyway', () => {
  const moved = {
    CART_ABANDONED_AFTER_HOURS: 'soon',
    CART_LOST_AFTER_DAYS: '20',
    CART_REMINDER_AFTER_HOURS: '',
  };
  expect(warningsOf(readConfig({ ...sandboxed, ...moved }))).toEqual([
    expect.stringMatching(
      /^Ignored settings: CART_ABANDONED_AFTER_HOURS, CART_LOST_AFTER_DAYS\. .*\/admin\/settings\/carts/,
    ),
  ]);
  expect(warningsOf(readConfig({ ...sandboxed, CARTS_EVERY_MINUTES: '15' }))).toEqual([]);
});

test('a replica that is still set is named in one line, and the shop starts anyway', () => {
  for (const DATABASE_REPLICA_URL of ['postgres://replica:5432/shop', 'replica'])
    expect(warningsOf(readConfig({ ...sandboxed, DATABASE_REPLICA_URL }))).toEqual([
      expect.stringMatching(/^Ignored setting: DATABASE_REPLICA_URL\. .* read from the primary\./),
    ]);
  expect(warningsOf(readConfig({ ...sandboxed, DATABASE_REPLICA_URL: '' }))).toEqual([]);
});
