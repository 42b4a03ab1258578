/** HTTP for carts kept on the server. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as carts from './service.ts';

export function cartRoutes(mount: Mount, deps: Deps): void {
  mount(contract.createCart, ({ body }) => carts.create(deps, body));
  mount(contract.readCart, ({ params }) => carts.read(deps, params.id));
  mount(contract.updateCart, ({ params, body }) => carts.update(deps, params.id, body));
  mount(contract.deleteCart, ({ params }) => carts.remove(deps, params.id));
}
