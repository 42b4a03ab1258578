/**
 * Random session histories on real PostgreSQL: refreshes with current and old tokens, log-outs and password
 * changes on two devices. Two to four actions run concurrently. The refresh rules must hold after each step.
 * A failure prints its seed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshId } from '#kernel/ids.ts';
import { zero } from '#kernel/money.ts';
import type { Person } from '#platform/mount.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { amount } from '#test/amount.ts';
import { anAccount, aPassword } from '#test/builders/customer.ts';
import { type Random, random, freshSeed } from '#test/chaos/random.ts';
import { memoryFiles } from '#test/memory-files.ts';
import { cheapPasswords, testKeys } from '#test/secrets.ts';
import { createLogger } from '#platform/logger.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import { noLimits } from '#modules/accounts/limits/service.ts';
import * as profile from '#modules/accounts/profile/service.ts';
import { defaultSettings } from '#test/builders/settings.ts';
import * as sessionStore from './store.ts';
import * as sessions from './service.ts';

const moments = amount(60, 1_000);
const momentsOfLife = 5;
const concurrency = 8;

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase({ max: 12 });
});
afterAll(() => database.close());

type Life = {
  deps: AccountDeps;
  userId: string;
  sessionId: string;
  /** By generation. A second token of the same generation must have the same text. */
  tokens: Map<number, string>;
  travel(ms: number): void;
};

/** Only the dependencies that the services need: no email is sent, and no job runs. */
function depsOf(clock: { now(): Date }): AccountDeps {
  const absent = {} as never;
  return {
    db: database.db,
    jobs: { enqueue: async () => undefined, enqueueAll: async () => undefined } as never,
    gateway: absent,
    printDocument: absent,
    settlement: absent,
    shopId: 'shop_of_a_test',
    mailer: absent,
    bureau: null,
    files: memoryFiles(),
    clock,
    log: createLogger('silent'),
    keys: testKeys,
    passwords: cheapPasswords(),
    parsing: absent,
    publicOrigin: 'http://shop.example',
    settings: defaultSettings,
    accountLimits: noLimits,
    callbacks: {
      newestOrdersOf: async () => ({ data: [], nextCursor: null }),
      pendingCartOf: async () => null,
      factBusinessOf: async () => null,
      userCreditsOf: async () => ({ availableCredit: zero, approvedCredit: zero }),
      ownerIsHere: async () => [],
      supportOf: async () => [],
      emailChanged: async () => undefined,
      endSupport: async () => [],
    },
  };
}

const open = (life: Pick<Life, 'deps' | 'userId'>): Promise<sessions.Tokens> =>
  database.db.transaction().execute((tx) => sessions.open(tx, life.deps, life.userId));

const idIn = (token: string): string => token.slice(0, token.indexOf('.'));
const generationIn = (token: string): number => Number(token.split('.')[1]);
const rowOf = (sessionId: string) =>
  database.db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();

async function aLife(): Promise<Life> {
  let offsetMs = 0;
  const deps = depsOf({ now: () => new Date(Date.now() + offsetMs) });
  const { userId } = await anAccount(
    { db: database.db, deps },
    { email: `${freshId('usr').toLowerCase()}@example.com` },
  );
  const { refreshToken } = await open({ deps, userId });
  const travel = (ms: number): void => {
    offsetMs += ms;
  };
  return { deps, userId, sessionId: idIn(refreshToken), tokens: new Map([[0, refreshToken]]), travel };
}

type Action =
  | { kind: 'refresh'; back: number }
  | { kind: 'log out' }
  | { kind: 'new password'; here: boolean };

const anAction = (chance: Random): Action => {
  const draw = chance.int(22);
  if (draw < 13) return { kind: 'refresh', back: 0 };
  if (draw < 17) return { kind: 'refresh', back: 1 };
  if (draw < 18) return { kind: 'refresh', back: 2 };
  return draw === 18 ? { kind: 'log out' } : { kind: 'new password', here: draw > 19 };
};

/** Returns the successor, or null when the token was rejected. */
const refresh = (life: Life, token: string): Promise<string | null> =>
  sessions.refresh(life.deps, token).then(
    ({ refreshToken }) => refreshToken,
    (error: { code?: string }) => {
      if (error.code !== 'refresh_refused') throw error;
      return null;
    },
  );

/**
 * Changes the password on this device, or on another one that stays logged in. Returns the token to continue
 * with, or null on rejection.
 */
async function changePassword(life: Life, here: boolean): Promise<string | null> {
  const sessionId = here ? life.sessionId : idIn((await open(life)).refreshToken);
  const caller: Person = {
    kind: 'person',
    userId: life.userId,
    email: '',
    sessionId,
    role: 'customer',
    actor: null,
  };
  const body = { oldPassword: aPassword, newPassword: aPassword, confirmNewPassword: aPassword };
  return profile.updatePassword(life.deps, caller, body).then(
    ({ data }) => data.refreshToken,
    // The second of two concurrent changes finds that its old password is outdated or its session has ended.
    (error: { code?: string }) => {
      if (error.code !== 'current_password_wrong' && error.code !== 'token_expired') throw error;
      return null;
    },
  );
}

type Done = { action: Action; given: string | null; got: string | null };

async function act(life: Life, action: Action, generation: number): Promise<Done> {
  if (action.kind === 'log out') await sessions.logOut(life.deps, life.tokens.get(0) ?? '');
  if (action.kind === 'new password')
    return { action, given: null, got: await changePassword(life, action.here) };
  const token = action.kind === 'refresh' ? (life.tokens.get(generation - action.back) ?? null) : null;
  return { action, given: token, got: token === null ? null : await refresh(life, token) };
}

/** One step: two to four concurrent actions, then every invariant that must hold after them. */
async function aMoment(life: Life, chance: Random): Promise<void> {
  const before = await rowOf(life.sessionId);
  life.travel(chance.pick([0, 0, 1_000, 10_000, 25_000]));
  const sinceRotationMs = life.deps.clock.now().getTime() - before.rotated_at.getTime();
  const actions = Array.from({ length: chance.between(2, 4) }, () => anAction(chance));
  const done = await Promise.all(actions.map((action) => act(life, action, before.generation)));
  const after = await rowOf(life.sessionId);
  const used = (generationsBack: number): boolean =>
    done.some(
      ({ action, given }) => action.kind === 'refresh' && action.back === generationsBack && given !== null,
    );
  const newPasswords = (here: boolean): number =>
    done.filter(({ action, got }) => action.kind === 'new password' && action.here === here && got !== null)
      .length;
  for (const { action, given, got } of done) {
    if (got === null || (action.kind === 'new password' && !action.here)) continue;
    if (given !== null)
      expect(generationIn(got), 'a successor follows the token that was given').toBe(generationIn(given) + 1);
    else
      expect(generationIn(got), 'a new password starts a new generation').toBeGreaterThan(before.generation);
    expect(life.tokens.get(generationIn(got)) ?? got, 'one generation has one token').toBe(got);
    life.tokens.set(generationIn(got), got);
  }
  expect(after.generation - before.generation, 'no two live successors').toBeLessThanOrEqual(
    (used(0) ? 1 : 0) + newPasswords(true),
  );
  const isWithoutGrace = sinceRotationMs > 20_000 || before.first_generation === before.generation;
  const isLoggedOut = actions.some(({ kind }) => kind === 'log out') || newPasswords(false) > 0;
  const mustEnd = used(2) || isLoggedOut || (used(1) && isWithoutGrace) || before.revoked_at !== null;
  if (mustEnd) expect(after.revoked_at, 'the session has ended').not.toBeNull();
  if (before.revoked_at !== null)
    expect(
      done.filter(({ action, got }) => got !== null && !(action.kind === 'new password' && !action.here)),
      'what has ended gives nothing',
    ).toEqual([]);
  const isHarmless = actions.every((action) => action.kind === 'refresh' && action.back === 0);
  if (isHarmless && before.revoked_at === null) {
    expect(after.revoked_at, 'tabs that refresh together throw nobody out').toBeNull();
    expect(new Set(done.map(({ got }) => got)).size).toBe(1);
  }
  const onlyHere = actions.every((action) => action.kind === 'new password' && action.here);
  if (onlyHere && before.revoked_at === null)
    expect(after.revoked_at, 'the session that sets a new password stays').toBeNull();
}

async function live(seed: number): Promise<void> {
  const chance = random(seed);
  const life = await aLife();
  for (let moment = 0; moment < momentsOfLife; moment += 1) await aMoment(life, chance);
  const row = await rowOf(life.sessionId);
  const newest = [...life.tokens.keys()].reduce((a, b) => Math.max(a, b));
  expect(newest, 'every generation was handed out').toBe(row.generation);
  if (row.revoked_at === null && row.first_generation === 0) return;
  if (row.revoked_at === null)
    expect(
      await refresh(life, life.tokens.get(row.first_generation - 1) ?? ''),
      'a copy from before a new password',
    ).toBeNull();
  for (const token of life.tokens.values())
    expect(await refresh(life, token), 'nothing opens it again').toBeNull();
}

/** How each session has ended, with null for open ones; only outcomes that occurred often enough. */
async function readEndReasons(): Promise<(string | null)[]> {
  const reasons = await database.db
    .selectFrom('session')
    .select(['revoke_reason', (eb) => eb.fn.countAll<number>().as('times')])
    .groupBy('revoke_reason')
    .execute();
  return reasons.filter(({ times }) => times > amount(0, 5)).map((row) => row.revoke_reason);
}

test(`${moments} random session events preserve every invariant`, async () => {
  const seed = freshSeed();
  const lives = moments / momentsOfLife;
  const seedsLeft = Array.from({ length: lives }, (_, index) => (seed + index) >>> 0);
  const liveAndTell = (own: number): Promise<void> =>
    live(own).catch((error: unknown) => {
      throw new Error(`seed ${own}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    });
  const work = async (): Promise<void> => {
    for (let next = seedsLeft.pop(); next !== undefined; next = seedsLeft.pop()) await liveAndTell(next);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  // Every outcome must occur, or the rules above were not tested; run more histories until it does.
  const everywhere = ['log_out', 'reuse', 'password_change', null];
  const missing = async (): Promise<(string | null)[]> => {
    const ends = await readEndReasons();
    return everywhere.filter((end) => !ends.includes(end));
  };
  for (let more = lives; more < 20 * lives && (await missing()).length > 0; more += 1)
    await liveAndTell((seed + more) >>> 0);
  expect(await missing()).toEqual([]);
});

test('ten tabs whose tokens expire together make one rotation, and all stay logged in', async () => {
  const life = await aLife();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refresh(life, life.tokens.get(0) ?? '')),
  );
  expect(new Set(answers).size).toBe(1);
  expect(await rowOf(life.sessionId)).toMatchObject({ generation: 1, revoked_at: null });
});

test('a session lasts fourteen days without use and thirty days in all', async () => {
  const dayMs = 86_400_000;
  const idle = await aLife();
  idle.travel(14 * dayMs + 1);
  expect(await refresh(idle, idle.tokens.get(0) ?? '')).toBeNull();
  const busy = await aLife();
  let token: string | null = busy.tokens.get(0) ?? '';
  for (let day = 0; day < 29; day += 7) {
    busy.travel(7 * dayMs - 1_000);
    token = await refresh(busy, token ?? '');
    if (day < 28) expect(token, `after ${day + 7} days`).not.toBeNull();
  }
  expect(token).toBeNull();
  expect(await sessionStore.listAlive(database.db, busy.userId, busy.deps.clock.now())).toEqual([]);
});

test('a refresh token altered anywhere is rejected, and ends no session', async () => {
  const life = await aLife();
  const good = life.tokens.get(0) ?? '';
  const other = (await aLife()).tokens.get(0) ?? '';
  const [id = '', , proof = ''] = good.split('.');
  const bad = [
    '',
    'x',
    `${good}x`,
    `${id}.1.${proof}`,
    `${id}.00.${proof}`,
    `${id}.-1.${proof}`,
    `${id}.0.${proof.slice(0, -2)}AA`,
    `${idIn(other)}.0.${proof}`,
    `${id}.0.${testKeys.mac('one-time-token', id, '0')}`,
    `${id}.0`,
  ];
  for (const token of bad) expect(await refresh(life, token), token).toBeNull();
  for (const token of bad) expect(await sessions.logOut(life.deps, token)).toEqual({});
  expect((await rowOf(life.sessionId)).revoked_at).toBeNull();
  expect(await refresh(life, good)).not.toBeNull();
});
