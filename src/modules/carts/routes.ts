/** HTTP routes for carts stored on the server. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { stopReminders } from './reminders.ts';
import * as carts from './service.ts';

export function cartRoutes(mount: Mount, deps: Deps): void {
  mount(contract.createCart, ({ body }, caller) => carts.create(deps, caller, body));
  mount(contract.readCart, ({ params }, caller) => carts.read(deps, caller, params.id));
  mount(contract.updateCart, ({ params, body }, caller) => carts.update(deps, caller, params.id, body));
  mount(contract.deleteCart, ({ params }, caller) => carts.remove(deps, caller, params.id));
  mount(contract.readPendingCart, ({ params }, caller) => carts.readPending(deps, caller, params.email));
  mount(contract.mergeCart, ({ params }, caller) => carts.merge(deps, caller, params.id));
  mount(contract.stopReminders, ({ body }) => stopReminders(deps, body.token));
}
