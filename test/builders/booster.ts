/** Test customers with approved credit, and booster purchases by them. */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import type { Sent } from '#contract/endpoint.ts';
import { type Cents, cents } from '#kernel/money.ts';
import { billingDetails, confirm, intentOf, statusOf } from './buyer.ts';
import { approve } from './credit-account.ts';
import { aCustomer, type Customer } from './customer.ts';
import type { Shop } from './shop.ts';
import { until } from '#test/until.ts';

export type BoosterPurchase = Sent<typeof contract.purchaseBooster>['body'];

export async function anApprovedCustomer(shop: Shop, limit: Cents = cents(50_000)): Promise<Customer> {
  const customer = await aCustomer(shop);
  await approve(shop, customer.userId, limit);
  return customer;
}

/** Buys a booster as the booster checkout does. Generates an idempotency key unless one is given. */
export const boost = (
  { call }: Pick<Customer, 'call'>,
  changes: Partial<BoosterPurchase> = {},
  key: string = randomUUID(),
) =>
  call(contract.purchaseBooster, {
    headers: { 'idempotency-key': key },
    body: { boosterIds: ['booster-250'], billingDetails, ...changes },
  });

/** Buys a booster with a new card and waits for the webhook to confirm the payment. */
export async function boosted(
  shop: Shop,
  customer: Pick<Customer, 'call'>,
  changes: Partial<BoosterPurchase> = {},
) {
  const answer = await boost(customer, changes);
  const intent = intentOf(answer);
  await confirm(shop, intent);
  await until('the booster is paid', async () => (await statusOf(shop, answer.orderId)).status === 'paid');
  return { orderId: answer.orderId, intent };
}

/** Returns the credit ledger's movements of an order, oldest first. */
export const movementsOf = (shop: Pick<Shop, 'db'>, orderId: string) =>
  shop.db
    .selectFrom('credit_movement')
    .select(['kind', 'reason', 'available_cents'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
