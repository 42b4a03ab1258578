/** HTTP routes for the console's home screen. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { readFigures } from './figures.ts';
import { readTodo } from './todo.ts';

export function staffOverviewRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffReadTodo, (_received, caller) => readTodo(deps, caller));
  mount(contract.staffReadFigures, ({ query }, caller) => readFigures(deps, caller, Number(query.days)));
}
