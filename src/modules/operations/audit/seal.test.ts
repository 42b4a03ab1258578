/** Entries from before migration 0051 are sealed once, and any later change to them is found. */
import { sql } from 'kysely';
import * as audit from '#platform/audit.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { damaged } from '#test/builders/audit-log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAuditLog } from './chain.ts';
import { sealOldEntries } from './seal.ts';

let shop: Shop;
const oldEntries = 12;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false, chained: false });
  // An upgraded database has this row. One that began with the baseline does not.
  await sql`insert into schema_migration (name, checksum) values ('0051_audit_chained_afterwards.sql', '')`.execute(
    shop.db,
  );
  let previous = audit.beginning;
  const at = new Date('2025-01-02T03:04:05.678Z');
  for (let id = 1; id <= oldEntries; id += 1) {
    const entry = {
      ...{
        at,
        actor_id: 'usr_a',
        effective_id: 'usr_a',
        ip: '',
        route: '',
        action: `old_${id}`,
        object: 'usr_a',
      },
      ...{ before_hash: null, after_hash: null, detail: {} },
    };
    const hash = shop.deps.keys.mac('audit', audit.covered(entry, previous));
    const appliedAt = sql<Date>`(select applied_at from schema_migration where name like '0051%')`;
    await shop.db
      .insertInto('audit_log')
      .values({
        ...entry,
        detail: '{}',
        position: id,
        previous_hash: previous,
        hash,
        mac: null,
        appended_at: appliedAt,
      })
      .execute();
    previous = hash;
  }
});
afterAll(() => shop.stop());

const record = (action: string): Promise<void> =>
  shop.db
    .transaction()
    .execute((tx) => audit.record(tx, shop.deps, { actorId: null, action, object: 'usr_a' }));
const complaints = async (): Promise<string[]> =>
  (await checkAuditLog(shop.deps)).violations.map(({ subject, detail }) => `${subject} ${detail}`);

/**
 * An entry as inserted by the database owner: no position and no MAC. The chaining process then gives it a
 * valid position.
 */
const forged = sql`
  update audit_log set mac = null where action = 'young'`;

test('before the seal each is a violation, and a newer row without a hash prevents the seal', async () => {
  expect(await complaints()).toHaveLength(oldEntries);
  await record('young');
  await damaged(
    shop.db,
    sql`update audit_log set position = 900, previous_hash = 'x', hash = 'x', mac = null where action = 'young'`,
    () => expect(sealOldEntries(shop.deps)).rejects.toThrow('is newer than migration 0051'),
  );
  await damaged(shop.db, sql`update audit_log set actor_id = 'usr_b' where action = 'old_5'`, () =>
    expect(sealOldEntries(shop.deps)).rejects.toThrow('was changed after it was written'),
  );
});

test('in a database that began with the baseline no entry is old enough for the seal', async () => {
  const row = sql`name = '0051_audit_chained_afterwards.sql'`;
  await sql`update schema_migration set name = 'away' where ${row}`.execute(shop.db);
  await expect(sealOldEntries(shop.deps)).rejects.toThrow('is newer than migration 0051');
  await sql`update schema_migration set name = '0051_audit_chained_afterwards.sql' where name = 'away'`.execute(
    shop.db,
  );
});

test('the seal ends the violations, and a second one changes nothing', async () => {
  const sealing = await sealOldEntries(shop.deps);
  expect(sealing).toMatchObject({ kind: 'sealed', seal: { count: oldEntries, lastId: oldEntries } });
  expect(await complaints()).toEqual([]);
  expect(await sealOldEntries(shop.deps)).toEqual({ ...sealing, kind: 'sealed_before' });
  await record('afterwards');
  expect(await complaints()).toEqual([]);
});

test.each([
  ['changed', sql`update audit_log set object = 'usr_b' where action = 'old_7'`],
  ['removed', sql`delete from audit_log where action = 'old_12'`],
  ['given the hash of another', sql`update audit_log set hash = 'x' where action = 'old_3'`],
])('an old entry that is %s later is detected', async (_how, damage) => {
  const found = await damaged(shop.db, damage, complaints);
  expect(found.join('\n')).toMatch(
    /seal \d+ covers 12 entries from before migration 0051, which have changed since/,
  );
});

test('a newer entry without its own hash remains a violation', async () => {
  const found = await damaged(shop.db, forged, complaints);
  expect(found.join('\n')).toMatch(/row \d+ has no hash:/);
});

test('a seal written directly in the database is invalid', async () => {
  const found = await damaged(
    shop.db,
    sql`update audit_log set detail = '{"count": 1}' where action = 'audit_log_sealed'`,
    complaints,
  );
  expect(found.length).toBeGreaterThanOrEqual(oldEntries);
});
