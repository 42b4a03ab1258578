/** HTTP routes for reporting. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as connecting from './connect.ts';
import { syncTrades } from './sync.ts';
import * as view from './view.ts';

export function reportingRoutes(mount: Mount, deps: Deps): void {
  mount(contract.connectFactiiv, (received, caller) => connecting.connect(deps, caller, received));
  mount(contract.readReporting, (_received, caller) => view.readReporting(deps, caller));
  mount(contract.disconnectFactiiv, (_received, caller) => connecting.disconnect(deps, caller));
  mount(contract.agreeToReporting, ({ body }, caller) => connecting.agree(deps, caller, body.version));
  mount(contract.withdrawReporting, (_received, caller) => connecting.withdraw(deps, caller));
  mount(contract.syncTrades, (_received, caller) => syncTrades(deps, caller));
  mount(contract.readCreditScore, ({ params }, caller) => view.readCreditScore(deps, caller, params.id));
  mount(contract.listCreditScores, ({ params, query }, caller) =>
    view.listCreditScores(deps, caller, params.businessProfileId, query),
  );
  mount(contract.refreshCreditScore, (_received, caller) => view.refreshCreditScore(deps, caller.userId));
  mount(contract.rereadCreditScore, ({ body }, caller) => view.rereadCreditScore(deps, caller, body.userId));
  mount(contract.deleteCreditScore, ({ params }, caller) => view.deleteCreditScore(deps, caller, params.id));
  mount(contract.listReports, ({ query }, caller) => view.listReports(deps, caller, query));
  mount(contract.disputeReport, (received, caller) => view.disputeReport(deps, caller, received));
}
