/**
 * The audit check detects tampering. A trigger blocks changes by the shop, so these tests bypass the trigger.
 */
import * as audit from '#platform/audit.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import { createKeys } from '#platform/keys.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { damaged } from '#test/builders/audit-log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAuditLog } from './chain.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false, chained: false });
  for (let auditEntry = 1; auditEntry <= 20; auditEntry++) await record(`entry_${auditEntry}`);
  await chainAuditLog(shop.deps);
});
afterAll(() => shop.stop());

const record = (action: string): Promise<void> =>
  shop.db.transaction().execute((tx) =>
    audit.record(tx, shop.deps, {
      actorId: 'usr_a',
      action,
      object: 'usr_a',
      detail: { zulu: 1, alpha: 'one' },
    }),
  );

const idOf = async (action: string): Promise<number> =>
  (await shop.db.selectFrom('audit_log').select('id').where('action', '=', action).executeTakeFirstOrThrow())
    .id;

const complaints = async (): Promise<string[]> =>
  (await checkAuditLog(shop.deps)).violations.map(({ subject, detail }) => `${subject} ${detail}`);

test('an untouched log is intact, also with concurrent writers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(`at_once_${index}`)));
  await Promise.all([chainAuditLog(shop.deps), chainAuditLog(shop.deps)]);
  const report = await checkAuditLog(shop.deps);
  expect(report).toMatchObject({ rows: 40, violations: [] });
  const newest = await shop.db
    .selectFrom('audit_log')
    .select('hash')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(report.newest).toBe(newest.hash);
});

test('entries written and chained during a check raise no violation', async () => {
  const writing = Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      record(`meanwhile_${index}`).then(() => chainAuditLog(shop.deps)),
    ),
  );
  for (let round = 0; round < 5; round++) expect(await complaints()).toEqual([]);
  await writing;
  await chainAuditLog(shop.deps);
  expect(await checkAuditLog(shop.deps)).toMatchObject({ rows: 70, violations: [] });
});

test('an entry that waits for its position is already sealed', async () => {
  await record('waiting');
  expect(await complaints()).toEqual([]);
  const changed = sql`update audit_log set actor_id = 'usr_b' where action = 'waiting'`;
  expect(await damaged(shop.db, changed, complaints)).toEqual([
    `row ${await idOf('waiting')} was changed after it was written`,
  ]);
  expect(await chainAuditLog(shop.deps)).toBe(1);
});

describe('it detects that', () => {
  test.each<[string, ReturnType<typeof sql>]>([
    ['the actor of a row was changed', sql`update audit_log set actor_id = 'usr_b' where action = 'entry_7'`],
    [
      'the detail of a row was changed',
      sql`update audit_log set detail = '{"alpha":"one","zulu":2}' where action = 'entry_7'`,
    ],
    [
      'the moment of a row was changed',
      sql`update audit_log set at = at + interval '1 millisecond' where action = 'entry_7'`,
    ],
    ['the address of a row was emptied', sql`update audit_log set ip = 'x' where action = 'entry_7'`],
  ])('%s', async (_what, damage) => {
    expect(await damaged(shop.db, damage, complaints)).toEqual([
      `row ${await idOf('entry_7')} was changed after it was written`,
    ]);
  });
  test('a row was removed', async () => {
    const found = await damaged(shop.db, sql`delete from audit_log where action = 'entry_7'`, complaints);
    expect(found).toEqual([`row ${await idOf('entry_8')} the previous row is missing or was changed`]);
  });
  test('the first rows were removed', async () => {
    const found = await damaged(
      shop.db,
      sql`delete from audit_log where action in ('entry_1', 'entry_2')`,
      complaints,
    );
    expect(found).toEqual([`row ${await idOf('entry_3')} the previous row is missing or was changed`]);
  });
  test('two rows swapped places', async () => {
    const swap = sql`update audit_log set previous_hash = 'x' where action in ('entry_7', 'entry_8')`;
    expect((await damaged(shop.db, swap, complaints)).length).toBe(4);
  });
  test('a whole chain was written with another key', async () => {
    const stranger = {
      ...shop.deps,
      keys: createKeys([Buffer.from('a secret that the shop does not know, of 40').toString('base64url')]),
    };
    const report = await checkAuditLog(stranger);
    expect(report.violations).toHaveLength(report.rows);
  });
  test('the newest rows were cut off, when their hash was noted', async () => {
    const { newest } = await checkAuditLog(shop.deps);
    expect((await checkAuditLog(shop.deps, newest)).violations).toEqual([]);
    const cut = sql`delete from audit_log where hash = ${newest}`;
    expect(await damaged(shop.db, cut, complaints), 'undetectable without the note').toEqual([]);
    const [violation] = await damaged(
      shop.db,
      cut,
      async () => (await checkAuditLog(shop.deps, newest)).violations,
    );
    expect(violation).toEqual({
      invariant: 'I18 the audit log is unaltered',
      subject: newest,
      detail: 'was once the latest hash and is now missing',
    });
  });
});

test.each(['update audit_log set actor_id = null', 'delete from audit_log', 'truncate audit_log'])(
  "the shop's own database role cannot: %s",
  async (statement) => {
    await expect(sql.raw(statement).execute(shop.db)).rejects.toThrow('audit_log is append-only');
  },
);

test('the newest of hundreds of staff changes is verified like the first', async () => {
  const act = { actorId: 'usr_a', action: 'changed', object: 'usr_b', isStored: true } as const;
  const changes = Array.from({ length: 501 }, (_, index) => ({ ...act, before: index, after: index + 1 }));
  await shop.db.transaction().execute((tx) => audit.record(tx, shop.deps, ...changes));
  expect(await complaints()).toEqual([]);
  const newest = sql`(select max(audit_id) from audit_change)`;
  const { rows } = await sql<{
    id: number;
  }>`update audit_change set after = '7' where audit_id = ${newest} returning audit_id as id`.execute(
    shop.db,
  );
  expect(await complaints()).toEqual([`change ${rows[0]?.id} does not match its audit entry`]);
});

test('of thousands of violations it lists some, with the count of the rest', async () => {
  const entries = Array.from({ length: 600 }, (_, at) => ({
    actorId: null,
    action: `more_${at}`,
    object: 'usr_a',
  }));
  await shop.db.transaction().execute((tx) => audit.record(tx, shop.deps, ...entries));
  const stranger = {
    ...shop.deps,
    keys: createKeys([Buffer.from('a secret that the shop does not know, of 40').toString('base64url')]),
  };
  const { rows, violations } = await checkAuditLog(stranger);
  expect(violations).toHaveLength(1_001);
  const changes = (await shop.db.selectFrom('audit_change').select('audit_id').execute()).length;
  expect(violations.at(-1)?.detail).toBe(`${rows + changes - 1_000} more violations`);
});
