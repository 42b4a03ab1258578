/** HTTP routes for the audit log. Keep them thin: logic belongs in the service. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as audit from './service.ts';

export function staffAuditRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListAudit, ({ query }) => audit.listAudit(deps, query));
  mount(contract.staffExportAudit, ({ query }, caller) => audit.exportAudit(deps, caller, query));
  mount(contract.staffReadAuditChain, () => audit.readChain(deps));
  mount(contract.staffCheckAudit, (_received, caller) => audit.askForCheck(deps, caller));
  mount(contract.staffReadAuditEntry, ({ params }) => audit.readEntry(deps, params.id));
}
