/** HTTP for the first screen of the console. If a line grows, a service is missing a function. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#platform/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { readFigures } from './figures.ts';
import { readTodo } from './todo.ts';

export function staffOverviewRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffReadTodo, (_received, caller) => readTodo(deps, caller));
  mount(contract.staffReadFigures, ({ query }, caller) => readFigures(deps, caller, Number(query.days)));
}
