/** HTTP routes for messages to us. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as contact from './service.ts';

export function contactRoutes(mount: Mount, deps: Deps): void {
  mount(contract.createContact, ({ body }) => contact.receive(deps, body));
}
