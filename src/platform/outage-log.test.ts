/** One outage of the database is a few lines in the log, however many requests fail. */
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from './database.ts';
import { isAway } from './database-trouble.ts';
import { createLogger, type Logger, noteDatabaseAnswers } from './logger.ts';

let lines: { level: number; msg: string; failures?: number; seconds?: number }[] = [];
let log: Logger;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
  lines = [];
  const write = (chunk: unknown, _encoding: string, done: () => void): void => {
    lines.push(JSON.parse(String(chunk)));
    done();
  };
  log = createLogger('info', new Writable({ write }));
});
afterEach(() => vi.useRealTimers());

const terminated = () => new Error('Connection terminated unexpectedly');
const fail = (times: number) => {
  for (let time = 0; time < times; time += 1) log.error({ err: terminated() }, `failure ${time}`);
};
const messages = () => lines.map(({ msg }) => msg);

test('an outage is logged once, then once a minute, and once when it ends', () => {
  fail(500);
  expect(messages()).toEqual(['failure 0']);
  vi.advanceTimersByTime(59_000);
  fail(500);
  vi.advanceTimersByTime(2_000);
  fail(500);
  vi.advanceTimersByTime(60_000);
  noteDatabaseAnswers(log);
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(1)).toMatchObject([
    {
      msg: 'the database is still unavailable; failures caused by it are counted, not logged',
      failures: 1_000,
      seconds: 60,
    },
    {
      msg: 'the database is still unavailable; failures caused by it are counted, not logged',
      failures: 1_500,
      seconds: 120,
    },
    { msg: 'the database is available again', failures: 1_500, seconds: 121 },
  ]);
  fail(1);
  expect(messages().at(-1), 'the next outage is a new one').toBe('failure 0');
});

test('a single lost connection is one line and no outage', () => {
  fail(1);
  vi.advanceTimersByTime(60_000);
  noteDatabaseAnswers(log);
  vi.advanceTimersByTime(10_000);
  expect(messages()).toEqual(['failure 0']);
});

test('a connection that a server accepts while it shuts down does not end the outage', () => {
  fail(3);
  noteDatabaseAnswers(log);
  for (let second = 0; second < 30; second += 1) {
    vi.advanceTimersByTime(1_000);
    fail(1);
  }
  expect(messages()).toEqual(['failure 0']);
});

test('a request from before that fails after the recovery only delays the end of the outage', () => {
  fail(3);
  noteDatabaseAnswers(log);
  vi.advanceTimersByTime(300);
  fail(1);
  vi.advanceTimersByTime(9_900);
  expect(messages()).toEqual(['failure 0']);
  vi.advanceTimersByTime(100);
  expect(messages()).toEqual(['failure 0', 'the database is available again']);
  fail(1);
  expect(messages().at(-1), 'the next outage is a new one').toBe('failure 0');
});

test('other failures are logged as usual', () => {
  fail(2);
  log.error({ err: new Error('deadlock detected') }, 'a deadlock');
  log.error(
    { err: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) },
    'the mail server is away',
  );
  log.info('a line without an error');
  expect(messages()).toEqual([
    'failure 0',
    'a deadlock',
    'the mail server is away',
    'a line without an error',
  ]);
});

test('a connection that our pool could not make counts as an outage, in any wrapped error', async () => {
  vi.useRealTimers();
  const db = createDatabase('postgres://nobody@127.0.0.1:1/nowhere', { connectWithinMs: 500 });
  const error = await db
    .selectFrom('product')
    .select('id')
    .execute()
    .catch((failure: unknown) => failure);
  await db.destroy();
  expect(isAway(error)).toBe(true);
  expect(isAway(new Error('the orders could not be read', { cause: error }))).toBe(true);
});
