/** HTTP for an administrator who acts for a customer. Leave is given on the server's terminal and nowhere else. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as grants from './grants.ts';

export function adminRoutes(mount: Mount, deps: Deps): void {
  mount(contract.endActing, (_received, caller) => grants.endOwn(deps, caller));
}
