/** Inserts many orders of one user directly, for tests that read a list. */
import { freshId } from '#kernel/ids.ts';
import type { Database } from '#platform/database.ts';

const day = 86_400_000;

/** Inserts completed orders of the EIN filing, seven per timestamp. Returns their ids in list order. */
export async function insertOrders(db: Database, userId: string, count: number): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(now - day - Math.floor(index / 7) * 60_000);
    return { id: freshId('ord'), at };
  });
  await db
    .insertInto('shop_order')
    .values(
      rows.map(({ id, at }) => ({
        id,
        user_id: userId,
        status: 'completed' as const,
        kind: 'card' as const,
        subtotal_cents: 14_950,
        discount_cents: 0,
        total_cents: 14_950,
        first_name: 'Ama',
        last_name: 'Boateng',
        email: 'ama@example.com',
        country: 'GH',
        phone: '+233201234567',
        address_line1: '',
        fingerprint: '',
        created_at: at,
        accepted_at: at,
        completed_at: at,
      })),
    )
    .execute();
  const items = rows.map(({ id }) => ({
    order_id: id,
    position: 0,
    product_id: 'ein-filing',
    name: 'EIN filing',
    kind: 'simple' as const,
    total_cents: 14_950,
  }));
  await db.insertInto('order_item').values(items).execute();
  const listed = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  return listed.map(({ id }) => id);
}
