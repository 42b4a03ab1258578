/** HTTP routes for saved list views. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as views from './service.ts';

export function staffViewRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListViews, ({ query }, caller) => views.listViews(deps, caller, query.list));
  mount(contract.staffSaveView, ({ body }, caller) => views.saveView(deps, caller, body));
  mount(contract.staffChangeView, ({ params, body }, caller) =>
    views.changeView(deps, caller, params.id, body),
  );
  mount(contract.staffDeleteView, ({ params }, caller) => views.deleteView(deps, caller, params.id));
  mount(contract.staffShareView, ({ params, body }, caller) =>
    views.shareView(deps, caller, params.id, body.shared),
  );
}
