/** HTTP for orders as staff see them. If a line grows, a service is missing a function. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { readFacts } from './facts.ts';
import { listOrders } from './list.ts';
import { readStory } from './story.ts';

export function staffOrderRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListOrders, ({ query }) => listOrders(deps, query));
  mount(contract.staffReadOrder, ({ params }, caller) => readFacts(deps.db, caller, params.id));
  mount(contract.staffReadOrderStory, ({ params }) => readStory(deps.db, params.id));
}
