/** HTTP routes for a user's own data. */
import { contract } from '#contract/contract.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as archive from './archive.ts';
import * as service from './service.ts';

export function personalDataRoutes(mount: Mount, deps: AccountDeps): void {
  mount(contract.readArchive, (_received, caller) => archive.readArchive(deps, caller));
  mount(contract.deleteAccount, ({ body }, caller) => service.deleteAccount(deps, caller, body));
}
