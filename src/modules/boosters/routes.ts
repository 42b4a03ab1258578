/** HTTP routes for boosters. */
import { contract } from '#contract/contract.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { purchaseBooster } from './purchase.ts';
import * as store from './store.ts';

export function boosterRoutes(mount: Mount, deps: Deps): void {
  mount(contract.listBoosters, () => store.list(deps.db));
  mount(contract.readBooster, async ({ params }) => {
    const [booster] = await store.findActive(deps.db, [params.id]);
    if (booster === undefined) throw new DomainError('booster_not_found');
    return booster;
  });
  mount(contract.purchaseBooster, (received, caller) => purchaseBooster(deps, caller, received));
}
