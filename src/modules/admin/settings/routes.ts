/** HTTP routes for settings. Keep them thin: logic belongs in the service. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as settings from './service.ts';

export function staffSettingsRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListSettings, () => settings.listSettings(deps));
  mount(contract.staffReadSettings, ({ params }) => settings.readSettings(deps, params.key));
  mount(contract.staffSaveSettings, ({ body }, caller) => settings.saveSettings(deps, caller, body));
}
