/** HTTP routes for lists sent as files by email. Keep them thin: logic belongs in the service. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as service from './service.ts';

export function staffExportRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffEmailList, ({ body }, caller) => service.emailList(deps, caller, body));
  mount(contract.staffEmailCouponList, ({ body }, caller) => service.emailList(deps, caller, body));
  mount(contract.staffEmailCreditList, ({ body }, caller) => service.emailList(deps, caller, body));
  mount(contract.staffEmailAuditLog, ({ body }, caller) => service.emailList(deps, caller, body));
  mount(contract.staffReadListFile, ({ params }, caller) => service.readListFile(deps, caller, params.id));
  mount(contract.staffTakeListFile, ({ params }, caller) => service.takeListFile(deps, caller, params.id));
}
