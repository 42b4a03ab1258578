/** Notifications of changed content reach every process, also after the connection was cut. */
import { sql } from 'kysely';
import { aShop, type Shop } from '#test/builders/shop.ts';
import { until } from '#test/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from './listen.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShop({ webhooks: false, runJobs: false });
});
afterAll(() => shop.stop());

test('changes of a product, benefit, and post notify two listeners, and rolled-back ones do not', async () => {
  const counts = [0, 0];
  const stops = counts.map((_, at) => {
    const onNews = (): void => {
      counts[at] = (counts[at] ?? 0) + 1;
    };
    return listen(shop.databaseUrl, 'content_changed', { onNews, log: shop.deps.log });
  });
  await until('both listen', async () => counts.every((count) => count === 1));
  await shop.db.updateTable('product').set({ price_cents: 777 }).where('id', '=', 'ein-filing').execute();
  await until('both have heard of the product', async () => counts.every((count) => count === 2));
  await expect(
    shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('product').set({ price_cents: 778 }).where('id', '=', 'ein-filing').execute();
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await shop.db
    .updateTable('product_benefit')
    .set({ text: 'Changed' })
    .where('product_id', '=', 'ein-filing')
    .where('position', '=', 0)
    .execute();
  await until('both have heard of the benefit, and of nothing else', async () =>
    counts.every((count) => count === 3),
  );
  await sql`update blog_post set title = title`.execute(shop.db);
  await until('both have heard of the post', async () => counts.every((count) => count === 4));
  await Promise.all(stops.map((stop) => stop()));
});

test('a dropped connection is reopened, and counts as a change', async () => {
  let count = 0;
  const onNews = (): void => {
    count += 1;
  };
  const stop = listen(shop.databaseUrl, 'content_changed', { onNews, log: shop.deps.log });
  await until('it listens', async () => count === 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stateside content_changed' and datname = current_database()`.execute(
    shop.db,
  );
  await until('it listens again', async () => count >= 2);
  await shop.db.updateTable('product').set({ price_cents: 779 }).where('id', '=', 'ein-filing').execute();
  await until('it hears', async () => count >= 3);
  await stop();
});
