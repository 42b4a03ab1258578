/**
 * An audit log that began before entries had a MAC is continued: changes to old entries are still detected.
 */
import { checkAuditLog } from '#modules/operations/audit/chain.ts';
import * as audit from '#platform/audit.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aDatabase } from './builders/database.ts';
import { testKeys } from './secrets.ts';

test('an older log is continued, and each of its entries is marked', async () => {
  const database = await aDatabase();
  try {
    let previous = audit.beginning;
    for (const object of ['ord_1', 'ord_2', 'ord_3']) {
      const at = new Date('2026-11-01T10:00:00Z');
      // In the format of that version.
      const expected = [
        previous,
        at.toISOString(),
        null,
        null,
        '',
        '',
        'order_paid',
        object,
        null,
        null,
        [['amountCents', 100]],
      ];
      const hash = testKeys.mac('audit', JSON.stringify(expected));
      // Migration 0051 gave each entry its id as position.
      await sql`insert into audit_log (at, ip, route, action, object, detail, previous_hash, hash, position)
        values (${at}, '', '', 'order_paid', ${object}, '{"amountCents": 100}', ${previous}, ${hash},
          coalesce((select max(id) from audit_log), 0) + 1)`.execute(database.db);
      previous = hash;
    }
    const deps = { db: database.db, keys: testKeys, clock: { now: () => new Date() } };
    const violationsOf = async (noted?: string): Promise<string[]> =>
      (await checkAuditLog(deps, noted)).violations.map(({ subject, detail }) => `${subject} ${detail}`);
    const ofBefore = ['1', '2', '3'].map(
      (id) => `row ${id} has no hash: it was written before migration 0051, or was changed`,
    );
    expect(await violationsOf()).toEqual(ofBefore);
    await deps.db
      .transaction()
      .execute((tx) => audit.record(tx, deps, { actorId: null, action: 'order_paid', object: 'ord_4' }));
    expect(await chainAuditLog(deps)).toBe(1);
    expect(await violationsOf(previous)).toEqual(ofBefore);
  } finally {
    await database.close();
  }
});
