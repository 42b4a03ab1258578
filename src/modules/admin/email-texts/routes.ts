/** HTTP routes for email texts. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as texts from './record.ts';

export function staffEmailTextRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListEmailTexts, () => texts.listEmailTexts(deps));
  mount(contract.staffReadEmailTexts, ({ params }) => texts.readEmailTexts(deps, params.kind));
  mount(contract.staffEditEmailTexts, (received, caller) => texts.editEmailTexts(deps, caller, received));
  mount(contract.staffPreviewEmail, (received) => Promise.resolve(texts.previewEmail(deps, received)));
  mount(contract.staffSendTestEmail, (received, caller) => texts.sendTestEmail(deps, caller, received));
}
