/** Migrations 0138 to 0141: texts, saved views, and cursors that an earlier version stored. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aStaffPerson } from '#test/builders/staff-person.ts';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

const rerunMigration = (name: string) =>
  sql.raw(readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8')).execute(shop.db);

test('replaced email texts move to the new wording, and saved views move to the renamed list', async () => {
  const { userId } = await aStaffPerson(shop);
  const texts = { 'Your bank took your payment back.': 'Our words', 'Hello,': 'Hi,' };
  await sql`insert into email_words values ('credit_reopened', 1, ${JSON.stringify(texts)}, now(), ${userId})`.execute(
    shop.db,
  );
  await sql`insert into email_words values ('credit_reopened', 2, '{}', now(), ${userId})`.execute(shop.db);
  const view = { name: 'Drafts', query: '{}', owner_id: userId, is_shared: true, created_at: new Date() };
  for (const list of ['catalogue/products', 'orders'])
    await shop.db
      .insertInto('saved_view')
      .values({ ...view, id: `view_${list}`, list })
      .execute();
  await rerunMigration('0138_renamed_texts.sql');
  const { rows } = await sql<{ texts: object }>`select texts from email_words order by version`.execute(
    shop.db,
  );
  expect(rows).toEqual([
    { texts: { 'Your bank reversed your payment.': 'Our words', 'Hello,': 'Hi,' } },
    { texts: {} },
  ]);
  const views = await shop.db.selectFrom('saved_view').select('list').orderBy('list').execute();
  expect(views.map(({ list }) => list)).toEqual(['catalog/products', 'orders']);
});

test('a replacement of the note about the credit limit follows the new name of that part of the profile', async () => {
  const { userId } = await aStaffPerson(shop);
  const texts = {
    '“Why is my limit this?” in your profile shows every change.': 'Our note',
    'Hello,': 'Hi,',
  };
  await sql`insert into email_words values ('credit_limit_changed', 1, ${JSON.stringify(texts)}, now(), ${userId})`.execute(
    shop.db,
  );
  await rerunMigration('0139_renamed_credit_note.sql');
  const { rows } = await sql<{
    texts: object;
  }>`select texts from email_words where kind = 'credit_limit_changed'`.execute(shop.db);
  expect(rows).toEqual([
    { texts: { '“How your limit is set” in your profile shows every change.': 'Our note', 'Hello,': 'Hi,' } },
  ]);
});

test('stored texts of services and of the home page move to the new wording, and other text stays', async () => {
  const { userId } = await aStaffPerson(shop);
  const [before, after] = [
    'Follow-up with the IRS until the number is there',
    'Follow-up with the IRS until the number is issued',
  ];
  const product = await shop.db.selectFrom('product').selectAll().executeTakeFirstOrThrow();
  const details = { steps: [{ text: before }, { text: `“${before}”` }] };
  await sql`update product set details = ${JSON.stringify(details)} where id = ${product.id}`.execute(
    shop.db,
  );
  await sql`insert into product_benefit (product_id, position, text) values (${product.id}, 90, ${before}), (${product.id}, 91, 'Our text')`.execute(
    shop.db,
  );
  const earlier = { entries: [{ title: 'Who collects your money' }] };
  for (const version of [1, 2])
    await sql`insert into setting values ('assurances', ${version}, ${JSON.stringify(earlier)}, now(), ${userId})`.execute(
      shop.db,
    );
  await rerunMigration('0140_reworded_texts.sql');
  const stored = await shop.db
    .selectFrom('product')
    .select('details')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow();
  expect(stored.details).toEqual({ steps: [{ text: after }, { text: `“${before}”` }] });
  const benefits = await shop.db
    .selectFrom('product_benefit')
    .select('text')
    .where('position', '>=', 90)
    .orderBy('position')
    .execute();
  expect(benefits).toEqual([{ text: after }, { text: 'Our text' }]);
  const { rows } = await sql<{
    value: object;
  }>`select value from setting where key = 'assurances' order by version`.execute(shop.db);
  expect(rows.map(({ value }) => value)).toEqual([
    earlier,
    { entries: [{ title: 'Who charges your card' }] },
  ]);
});

test('plainer texts of services, the FAQ, and emails replace stored copies', async () => {
  const { userId } = await aStaffPerson(shop);
  const product = await shop.db.selectFrom('product').selectAll().executeTakeFirstOrThrow();
  const question = { question: 'Whose is the logo?' };
  await sql`update product set details = ${JSON.stringify({ questions: [question] })} where id = ${product.id}`.execute(
    shop.db,
  );
  const texts = { 'We charge each invoice on its due date.': 'Our words', 'Hello,': 'Hi,' };
  await sql`insert into email_words values ('autopay_on', 1, ${JSON.stringify(texts)}, now(), ${userId})`.execute(
    shop.db,
  );
  await rerunMigration('0141_plainer_texts.sql');
  const stored = await shop.db
    .selectFrom('product')
    .select('details')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow();
  expect(stored.details).toEqual({ questions: [{ question: 'Who owns the logo?' }] });
  const { rows } = await sql<{
    texts: object;
  }>`select texts from email_words where kind = 'autopay_on'`.execute(shop.db);
  expect(rows).toEqual([
    { texts: { 'We will charge each invoice on its due date.': 'Our words', 'Hello,': 'Hi,' } },
  ]);
});

test('the position of a renamed clean-up is preserved', async () => {
  await sql`insert into sweep_cursor values ('accounts that nobody confirmed', '2026-11-01')`.execute(
    shop.db,
  );
  await rerunMigration('0140_reworded_texts.sql');
  const { rows } = await sql<{
    name: string;
  }>`select name from sweep_cursor where position = '2026-11-01'`.execute(shop.db);
  expect(rows).toEqual([{ name: 'unconfirmed accounts' }]);
});
