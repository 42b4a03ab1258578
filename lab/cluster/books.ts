/**
 * Checks that the database matches what customers saw: no lost or duplicate order, and every invariant holds.
 */
import { sql } from 'kysely';
import { createDatabase } from '#platform/database.ts';
import { until } from '#test/until.ts';
import { command } from '#lab/upgrade/programs.ts';
import type { Buyers } from './buyers.ts';
import type { Started } from './world.ts';

const doneWithinMs = 120_000;

/** Returns every problem, and the number of orders. */
export async function compareBooks(
  buyers: Buyers,
  { version, environment, replicaUrl }: Pick<Started, 'version' | 'environment' | 'replicaUrl'>,
) {
  const db = createDatabase(environment.DATABASE_DIRECT_URL ?? '', {
    max: 1,
    applicationName: 'cluster books',
    statementTimeoutMs: 60_000,
  });
  const problems = buyers.lost.map((loss) => `a customer was lost: ${loss}`);
  try {
    await until(
      'every email has left and every report is dealt with',
      async () => {
        const { rows } = await sql<{ left: number }>`
        select (select count(*) from mail where sent_at is null) + (select count(*) from webhook_inbox where done_at is null) as left`.execute(
          db,
        );
        return Number(rows[0]?.left) === 0;
      },
      doneWithinMs,
    ).catch((error: unknown) => problems.push(String(error)));
    const { rows: orders } = await sql<{ id: string; email: string; isPaid: boolean }>`
      select id, email, accepted_at is not null as "isPaid" from shop_order`.execute(db);
    const ordersById = new Map(orders.map((order) => [order.id, order]));
    for (const { orderId } of buyers.placed)
      if (!ordersById.has(orderId)) problems.push(`${orderId} was acknowledged and is not there`);
    for (const { orderId } of buyers.sales)
      if (!ordersById.get(orderId)?.isPaid) problems.push(`${orderId} was said to be paid and is not`);
    const paidByEmail = new Map<string, number>();
    for (const { email } of orders) paidByEmail.set(email, (paidByEmail.get(email) ?? 0) + 1);
    for (const [email, count] of paidByEmail)
      if (count > 1) problems.push(`${email} bought once and has ${count} orders`);
    if (!(await replicaHas(orders.length, replicaUrl)))
      problems.push('the replica does not have what the primary has');
    const { code, said } = await command(version, ['tools/admin.ts', 'verify', '--processor'], environment);
    if (code !== 0) problems.push(`the invariants do not hold, or the processor knows otherwise:\n${said}`);
    return { problems, orders: orders.length };
  } finally {
    await db.destroy();
  }
}

/** The replica may lag for a moment. */
async function replicaHas(count: number, url: string): Promise<boolean> {
  const db = createDatabase(url, {
    max: 1,
    applicationName: 'cluster replica',
    statementTimeoutMs: 60_000,
  });
  try {
    return await until('the replica has every order', async () => {
      const { rows } = await sql<{ count: number; isReplica: boolean }>`
        select count(*)::int as count, pg_is_in_recovery() as "isReplica" from shop_order`.execute(db);
      return rows[0]?.isReplica && rows[0].count === count;
    }).catch(() => false);
  } finally {
    await db.destroy();
  }
}
