/** Reminder records are deleted after a time; opt-outs never are. */
import { retentionOf } from '#kernel/retention.ts';
import { aDatabase, type TestDatabase } from '#test/builders/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldCarts } from './clean-up.ts';

const now = new Date('2026-11-01T12:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.close());

const hashes = async (table: 'cart_reminder' | 'reminder_address') =>
  (await database.db.selectFrom(table).select('address_hash').orderBy('address_hash').execute()).map(
    ({ address_hash: hash }) => hash,
  );

test('a reminder is deleted after its time, with its address unless still in use or unsubscribed', async () => {
  const [old, recent] = [ago(retentionOf.reminderDays + 1), ago(retentionOf.reminderDays - 1)];
  await sql`insert into reminder_address values ('again', null), ('once', null), ('stopped', ${old}), ('young', null)`.execute(
    database.db,
  );
  await sql`insert into cart_reminder (id, number, address_hash, created_at) values
    ('1', 1, 'again', ${old}), ('2', 1, 'again', ${recent}), ('3', 1, 'once', ${old}), ('4', 2, 'once', ${old}), ('5', 1, 'stopped', ${old}), ('6', 1, 'young', ${recent})`.execute(
    database.db,
  );
  await sql`insert into mail (id, kind, to_address, subject, text, html, sent_at, reminder_id) values ('m', 'cart_reminder', 'x', 'x', 'x', 'x', ${old}, '3')`.execute(
    database.db,
  );
  expect(await deleteOldCarts(database.db, now)).toEqual({ carts: 0, reminders: 4 });
  expect([await hashes('cart_reminder'), await hashes('reminder_address')]).toEqual([
    ['again', 'young'],
    ['again', 'stopped', 'young'],
  ]);
  expect(
    (await database.db.selectFrom('mail').select('reminder_id').execute()).map((mail) => mail.reminder_id),
  ).toEqual([null]);
  expect(await deleteOldCarts(database.db, now)).toEqual({ carts: 0, reminders: 0 });
});

test('a cart is deleted after its time, also one that was locked when it expired', async () => {
  await sql`insert into cart (id, updated_at) values ('old', ${ago(retentionOf.cartDays + 1)}), ('young', ${ago(retentionOf.cartDays - 1)})`.execute(
    database.db,
  );
  await database.db.transaction().execute(async (holder) => {
    await sql`select from cart where id = 'old' for update`.execute(holder);
    expect((await deleteOldCarts(database.db, now)).carts).toBe(0);
  });
  expect((await deleteOldCarts(database.db, now)).carts).toBe(1);
  expect(await database.db.selectFrom('cart').select('id').execute()).toEqual([{ id: 'young' }]);
});
