/** HTTP for the catalogue. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as catalog from './service.ts';

export function catalogRoutes(mount: Mount, deps: Deps): void {
  mount(contract.listProducts, catalog.productLister(deps));
}
