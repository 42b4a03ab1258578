/** HTTP routes for money as staff see it. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { readComparisons, runComparisons } from './comparisons.ts';
import * as disputes from './dispute-list.ts';
import { exportMonth } from './month-files.ts';
import { readMonth } from './month.ts';
import * as refunds from './refund-list.ts';

export function staffMoneyRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffReadComparisons, (_received, caller) => readComparisons(deps, caller));
  mount(contract.staffRunComparisons, (_received, caller) => runComparisons(deps, caller));
  mount(contract.staffListRefunds, ({ query }) => refunds.listRefunds(deps, query));
  mount(contract.staffExportRefunds, ({ query }, caller) => refunds.exportRefunds(deps, caller, query));
  mount(contract.staffListDisputes, ({ query }) => disputes.listDisputes(deps, query));
  mount(contract.staffExportDisputes, ({ query }, caller) => disputes.exportDisputes(deps, caller, query));
  mount(contract.staffReadDispute, ({ params }) => disputes.readDispute(deps, params.id));
  mount(contract.staffReadMonth, ({ query }) => readMonth(deps, query.month));
  mount(contract.staffExportMonth, ({ query }, caller) => exportMonth(deps, caller, query));
}
