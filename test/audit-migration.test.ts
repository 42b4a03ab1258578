/**
 * Migrates an audit log of the previous version to the deferred chain: changes to old entries are still
 * detected, and the chain continues.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkAuditLog } from '#modules/admin/audit-chain.ts';
import * as audit from '#platform/audit.ts';
import { chainAuditLog } from '#platform/audit-chain.ts';
import { migrate } from '#platform/migrate.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aDatabase } from './builders/database.ts';
import { testKeys } from './secrets.ts';

const migrations = join(import.meta.dirname, '../db/migrations');

test('an older log is continued, and each of its entries is marked', async () => {
  const before = mkdtempSync(join(tmpdir(), 'stateside-migrations-'));
  const database = await aDatabase({ content: 'none' });
  try {
    for (const name of readdirSync(migrations).filter((file) => file < '0051'))
      cpSync(join(migrations, name), join(before, name));
    await migrate(database.url, { folder: pathToFileURL(`${before}/`) });
    let previous = audit.beginning;
    for (const object of ['ord_1', 'ord_2', 'ord_3']) {
      const at = new Date('2026-11-01T10:00:00Z');
      // In the format of the previous version.
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
      await sql`insert into audit_log (at, ip, route, action, object, detail, previous_hash, hash)
        values (${at}, '', '', 'order_paid', ${object}, '{"amountCents": 100}', ${previous}, ${hash})`.execute(
        database.db,
      );
      previous = hash;
    }
    await migrate(database.url);
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
    rmSync(before, { recursive: true });
  }
});
