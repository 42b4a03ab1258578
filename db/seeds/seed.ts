/**
 * The small known world that a demonstration and the tests start from. A shop that takes real money begins with the
 * catalogue and the boosters alone: the demonstration's discount codes include one that makes an order free.
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
