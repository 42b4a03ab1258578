/** HTTP for staff. If a line grows, a service is missing a function. */
import { contract } from '#contract/contract.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as grants from './grants.ts';
import * as session from './session.ts';

export function adminRoutes(mount: Mount, deps: AccountDeps): void {
  mount(contract.endActing, (_received, caller) => grants.endOwn(deps, caller));
  mount(contract.readStaffPerson, (_received, caller) => session.readStaffPerson(deps, caller));
  mount(contract.giveFreshFactor, ({ body }, caller) => session.giveFreshFactor(deps, caller, body.code));
}
