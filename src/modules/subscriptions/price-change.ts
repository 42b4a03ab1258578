/** A new price for those who have a product already: decided here, announced to each before their renewal, and only then charged. */
import { DomainError } from '#kernel/errors.ts';
import { freshId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { smallestCharge } from '#modules/orders/rules.ts';
import * as audit from '#platform/audit.ts';
import type { Deps } from '#platform/deps.ts';
import * as prices from './price-store.ts';

/** Answers how many it concerns. Throws `product_unavailable` for what is no subscription, and `total_too_small`. */
export async function changePrice(deps: Deps, { productId, amount }: { productId: string; amount: Cents }): Promise<number> {
  const { db, clock } = deps;
  if (amount < smallestCharge) throw new DomainError('total_too_small');
  const product = await db.selectFrom('product').select('kind').where('id', '=', productId).executeTakeFirst();
  if (product?.kind !== 'subscription') throw new DomainError('product_unavailable');
  await db.transaction().execute(async (tx) => {
    await prices.insert(tx, { id: freshId('prc'), productId, amount, now: clock.now() });
    await audit.record(tx, deps, { actorId: null, action: 'price_changed', object: productId, detail: { amountCents: amount } });
  });
  return prices.countOthers(db, productId, amount);
}
