/** HTTP routes for saved cards. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as cards from './cards.ts';

export function paymentRoutes(mount: Mount, deps: Deps): void {
  mount(contract.listPaymentMethods, (_received, caller) => cards.list(deps, caller));
  mount(contract.addPaymentMethod, (received, caller) => cards.add(deps, caller, received));
  mount(contract.removePaymentMethod, ({ params }, caller) => cards.remove(deps, caller, params.id));
  mount(contract.makePaymentMethodDefault, ({ params }, caller) =>
    cards.makeDefault(deps, caller, params.id),
  );
}
