/** HTTP for checkout. If a line grows, the service is missing a function. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { createAndPurchase } from './by-card.ts';
import * as checkout from './service.ts';

export function checkoutRoutes(mount: Mount, deps: Deps): void {
  mount(contract.createAndPurchase, (received) => createAndPurchase(deps, received));
  mount(contract.readPaymentStatus, ({ params }) => checkout.readPaymentStatus(deps, params.id));
}
