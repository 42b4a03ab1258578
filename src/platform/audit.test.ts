/** The audit log is append-only and forms one chain, even with many concurrent writers. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { testKeys } from '#test/secrets.ts';
import * as audit from './audit.ts';
import { chainAuditLog } from './audit-chain.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase({ max: 10 });
});
afterAll(() => database.close());

const deps = { keys: testKeys, clock: { now: () => new Date() } };
const chain = () => chainAuditLog({ ...deps, db: database.db });
const hashOf = (row: audit.AuditRow): string => testKeys.mac('audit', audit.covered(row, row.previous_hash));
/** Code that is given this as its database runs inside the transaction. */
const inside = (tx: unknown) =>
  ({
    transaction: () => ({ execute: (work: (tx: unknown) => unknown) => work(tx) }),
  }) as unknown as TestDatabase['db'];
const record = (auditEntry: audit.AuditEntry) =>
  database.db.transaction().execute((tx) => audit.record(tx, deps, auditEntry));
const rows = () =>
  database.db.selectFrom('audit_log').selectAll().orderBy('position').orderBy('id').execute();

test('fifty concurrent writers make one chain, and each row covers the one before it', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      record({
        actorId: `usr_${index}`,
        action: 'log_in',
        object: `ses_${index}`,
        detail: { z: 1, a: 'two', index },
      }),
    ),
  );
  expect((await Promise.all([chain(), chain(), chain()])).toSorted()).toEqual([0, 0, 50]);
  const chained = await rows();
  expect(chained).toHaveLength(50);
  for (const [index, row] of chained.entries()) {
    expect(row.position).toBe(index + 1);
    expect(row.previous_hash).toBe(chained[index - 1]?.hash ?? audit.beginning);
    expect(hashOf(row)).toBe(row.hash);
  }
});

test('values before and after are stored as keyed hashes, and a rolled-back entry leaves none', async () => {
  await record({
    actorId: 'usr_1',
    action: 'details_changed',
    object: 'usr_1',
    before: { phone: '1' },
    after: { phone: '2' },
  });
  const last = (await rows()).at(-1);
  expect(last).toMatchObject({ effective_id: 'usr_1', detail: {} });
  expect(last?.before_hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(last?.after_hash).not.toBe(last?.before_hash);
  const count = (await rows()).length;
  await expect(
    database.db.transaction().execute(async (tx) => {
      await audit.record(tx, deps, { actorId: null, action: 'never', object: 'x' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await record({ actorId: 'usr_adm', effectiveId: 'usr_1', action: 'acted', object: 'x' });
  const after = await rows();
  expect(after).toHaveLength(count + 1);
  expect(after.at(-1)).toMatchObject({ actor_id: 'usr_adm', effective_id: 'usr_1' });
});

test('entries chain in commit order, whatever their ids; a batch of a crashed process is chained again', async () => {
  await chain();
  const before = (await rows()).length;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const slow = database.db.transaction().execute(async (tx) => {
    await audit.record(tx, deps, { actorId: null, action: 'slow', object: 'x' });
    started.resolve();
    await mayEnd;
  });
  await started.promise;
  await record({ actorId: null, action: 'quick', object: 'x' });
  expect(await chain()).toBe(1);
  end();
  await slow;
  const dying = database.db.transaction().execute(async (tx) => {
    expect(await chainAuditLog({ ...deps, db: inside(tx) })).toBe(1);
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await chain()).toBe(1);
  const after = await rows();
  expect(after.slice(before).map(({ action, position }) => [action, position])).toEqual([
    ['quick', before + 1],
    ['slow', before + 2],
  ]);
  expect(after.at(-1)?.previous_hash).toBe(after.at(-2)?.hash);
});

test('a row cannot be changed, deleted, or truncated', async () => {
  const attempts = [
    sql`update audit_log set action = 'nothing'`,
    sql`update audit_log set hash = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ];
  for (const attempt of attempts)
    await expect(attempt.execute(database.db)).rejects.toThrow('audit_log is append-only');
  expect((await rows()).length).toBeGreaterThan(0);
});

test('a changed row no longer matches its hash', async () => {
  const [row] = await rows();
  if (row === undefined) throw new Error('nothing to look at');
  const changes = {
    actor_id: 'usr_other',
    action: 'other',
    at: new Date(0),
    ip: '1',
    route: '/',
    object: 'other',
    effective_id: null,
    detail: { a: 1 },
  };
  for (const [column, value] of Object.entries(changes))
    expect(hashOf({ ...row, [column]: value }), column).not.toBe(row.hash);
});
