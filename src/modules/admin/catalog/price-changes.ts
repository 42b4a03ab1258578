/** New subscription prices, as the console shows and sets them. */
import type * as contract from '#contract/admin/catalog.ts';
import type { Handled, Received } from '#contract/endpoint.ts';
import { DomainError } from '#kernel/errors.ts';
import * as acts from '#modules/subscriptions/price-change.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Person } from '#platform/mount.ts';

type Body = Received<typeof contract.staffChangePrice>['body'];
type Wire = Handled<typeof contract.staffChangePrice>;

export async function previewPriceChange(
  deps: Deps,
  productId: string,
  { price, startsOn }: Received<typeof contract.staffPreviewPriceChange>['query'],
): Promise<Handled<typeof contract.staffPreviewPriceChange>> {
  const { firstRenewal, lastRenewal, ...preview } = await acts.previewPrice(deps, {
    productId,
    amount: price,
    startsOn,
  });
  return {
    ...preview,
    firstRenewal: firstRenewal?.toISOString() ?? null,
    lastRenewal: lastRenewal?.toISOString() ?? null,
  };
}

export async function listPriceChanges(deps: Deps, productId: string): Promise<{ changes: Wire[] }> {
  const changes = await acts.listPriceChanges(deps, productId);
  return {
    changes: changes.map(({ amount, madeAt, ...change }) => ({
      ...change,
      price: amount,
      madeAt: madeAt.toISOString(),
    })),
  };
}

/**
 * Throws `product_not_found`, `product_unavailable` if it is not a subscription, and `invalid_request` if the
 * date is too far ahead.
 */
export async function changePrice(
  deps: Deps,
  caller: Person,
  productId: string,
  { price, startsOn }: Body,
): Promise<Wire> {
  await acts.changePrice(deps, { productId, amount: price, startsOn }, caller.userId);
  const { changes } = await listPriceChanges(deps, productId);
  const [newest] = changes;
  if (newest === undefined) throw new DomainError('product_not_found');
  return newest;
}
