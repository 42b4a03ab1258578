/** HTTP routes for the catalog. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as catalog from './service.ts';

export function catalogRoutes(mount: Mount, deps: Deps): void {
  const listProducts = catalog.productLister(deps);
  mount(contract.listProducts, ({ query }) => listProducts(query));
  mount(contract.listProductsOfPost, ({ params }) => catalog.listProductsOfPost(deps, params.slug));
  mount(contract.readProduct, ({ params }) => catalog.readProduct(deps, params.slug));
}
