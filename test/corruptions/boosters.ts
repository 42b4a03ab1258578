/** Manual damage to boosters, each with the invariant that must detect it. */
import { type RawBuilder, sql } from 'kysely';
import { account, type Damage, movement, steps } from './credit.ts';

const question = 'I11 only a paid booster raises the limit of its buyer, once, by the amount sold';

/**
 * Rewrites the order as a sale of a $250 booster. The database constraints still hold, so the items are
 * rewritten as well.
 */
const asBooster = (
  orderId: string,
  status: 'completed' | 'awaiting_payment' = 'completed',
): RawBuilder<unknown>[] => [
  sql`set local session_replication_role = replica`,
  sql`update order_item set product_id = null, booster_id = 'booster-250', credit_limit_increase_cents = 25000, kind = 'simple' where order_id = ${orderId}`,
  sql`
    update shop_order set kind = 'booster', cart_id = null, subtotal_cents = total_cents, discount_cents = 0, status = ${status},
      user_id = coalesce(user_id, (select id from app_user limit 1)),
      accepted_at = ${status === 'completed' ? sql`now()` : null}, completed_at = ${status === 'completed' ? sql`now()` : null}
    where id = ${orderId}`,
  sql`set local session_replication_role = origin`,
];

export const damagesOfBoosters: [string, string, (orderId: string) => Damage][] = [
  ['a paid booster that raised nothing', question, (id) => steps(...asBooster(id))],
  [
    'a paid booster that raised the limit by another amount',
    question,
    (id) => steps(...asBooster(id), ...account(id), movement('booster', [-100, 100, 0, 0], id)),
  ],
  [
    'a booster that raised the limit before it was paid',
    question,
    (id) =>
      steps(
        ...asBooster(id, 'awaiting_payment'),
        ...account(id),
        movement('booster', [-25_000, 25_000, 0, 0], id),
      ),
  ],
  [
    'a booster with more reversed than it raised',
    'I11 a booster loses at most what it gave, and regains at most what it lost',
    (id) =>
      steps(
        ...account(id),
        movement('approved', [-500, 500, 0, 0]),
        movement('booster', [-100, 100, 0, 0], id),
        movement('booster_back', [101, -101, 0, 0], id),
      ),
  ],
  [
    'a booster fully reversed after a partial refund',
    'I11 a partly refunded booster lost the same share of its increase, rounded down to the cent',
    (id) =>
      steps(
        ...asBooster(id),
        ...account(id),
        movement('booster', [-25_000, 25_000, 0, 0], id),
        movement('booster_back', [25_000, -25_000, 0, 0], id),
        sql`set local session_replication_role = replica`,
        sql`update credit_movement set reason = 'booster_refunded_in_part' where order_id = ${id} and kind = 'booster_back'`,
        sql`set local session_replication_role = origin`,
      ),
  ],
  [
    'a booster among the services of a cart',
    question,
    (id) =>
      steps(sql`
      update order_item set product_id = null, booster_id = 'booster-250', credit_limit_increase_cents = 25000, kind = 'simple' where order_id = ${id}`),
  ],
];
