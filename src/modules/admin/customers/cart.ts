/** One cart, with its reminders and its orders. */
import type * as contract from '#contract/admin/carts.ts';
import type { Handled } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import { cents } from '#kernel/money.ts';
import { orderNumber } from '#modules/orders/rules.ts';
import type { Database } from '#platform/database.ts';

type Cart = Handled<typeof contract.staffReadCart>;

/** Throws `not_found`. */
export async function readCart(db: Database, id: string): Promise<Cart> {
  const cart = await db
    .selectFrom('cart')
    .leftJoin('app_user', 'app_user.id', 'cart.user_id')
    .selectAll('cart')
    .select([
      'app_user.first_name as owner_first',
      'app_user.last_name as owner_last',
      'app_user.role as owner_role',
    ])
    .where('cart.id', '=', id)
    .executeTakeFirst();
  if (cart === undefined) throw new DomainError('not_found');
  const [items, reminders, orders] = await Promise.all([
    itemsOf(db, id),
    remindersOf(db, id),
    ordersOf(db, id),
  ]);
  const ownerName = `${cart.owner_first ?? ''} ${cart.owner_last ?? ''}`.trim();
  return {
    ...{ id, status: cart.status, items, reminders, orders },
    customer:
      cart.user_id === null || cart.owner_role !== 'customer' ? null : { id: cart.user_id, name: ownerName },
    name: `${cart.first_name} ${cart.last_name}`.trim(),
    ...{
      email: cart.email,
      phone: cart.phone_number,
      address: cart.address_line1,
      country: cart.country,
      company: cart.company,
    },
    createdAt: cart.created_at.toISOString(),
    updatedAt: cart.updated_at.toISOString(),
    abandonedAt: cart.abandoned_at?.toISOString() ?? null,
    couponCode: cart.discount_code,
    mergedInto: cart.merged_into,
  };
}

async function itemsOf(db: Database, cartId: string): Promise<Cart['items']> {
  const rows = await db
    .selectFrom('cart_item')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['product.id', 'name', 'kind', 'price_cents', 'subscription_price_cents'])
    .where('cart_id', '=', cartId)
    .orderBy('cart_item.position')
    .execute();
  return rows.map(({ id: productId, name, kind, price_cents: once, subscription_price_cents: renewed }) => {
    const price = kind === 'subscription' ? renewed : once;
    return { productId, name, price: price === null ? null : cents(price) };
  });
}

async function remindersOf(db: Database, cartId: string): Promise<Cart['reminders']> {
  const rows = await db
    .selectFrom('cart_reminder')
    .leftJoin('mail', 'mail.reminder_id', 'cart_reminder.id')
    .select(['number', 'skipped', 'cart_reminder.created_at', 'sent_at', 'failed_at'])
    .where('cart_id', '=', cartId)
    .orderBy('number')
    .execute();
  return rows.map(({ number, skipped, created_at: decided, sent_at: sent, failed_at: failed }) => ({
    ...{ number, skipped, at: (sent ?? decided).toISOString() },
    state: skipped !== null ? 'skipped' : sent !== null ? 'sent' : failed !== null ? 'given_up' : 'waiting',
  }));
}

async function ordersOf(db: Database, cartId: string): Promise<Cart['orders']> {
  const rows = await db
    .selectFrom('shop_order')
    .select(['id', 'number', 'shown_status'])
    .where('cart_id', '=', cartId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, number, shown_status: status }) => ({
    id,
    number: orderNumber(number),
    status: status as string,
  }));
}
