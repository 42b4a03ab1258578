/** The HTTP route of the status page. */
import { contract } from '#contract/contract.ts';
import { statusReader } from './status/read.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';

/** `deps.clock`: the machine's, because a demo's shop clock may run ahead. */
export function operationRoutes(mount: Mount, deps: Pick<Deps, 'db' | 'clock'>): void {
  mount(contract.readStatus, statusReader(deps));
}
