/** HTTP routes for coupons. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as coupons from './service.ts';

export function couponRoutes(mount: Mount, deps: Deps): void {
  mount(contract.readCouponByCode, ({ params }) => coupons.readByCode(deps, params.code));
}
