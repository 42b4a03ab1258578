/**
 * Seeds the small, fixed world of a demo and of the tests. A shop with real money gets only the catalog and
 * the boosters, because one of the demo's coupon codes makes an order free.
 */
import type { Database } from '#platform/database.ts';
import { seedBoosters } from './boosters.ts';
import { seedCatalog } from './catalog.ts';
import { seedCoupons } from './coupons.ts';

/** All or nothing, and safe to repeat at every start. */
export async function seed(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await seedCatalog(tx);
    await seedBoosters(tx);
    await seedCoupons(tx, now);
  });
}
