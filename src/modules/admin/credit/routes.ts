/** HTTP routes for credit as staff see it. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as accounts from './accounts.ts';
import * as applications from './applications.ts';
import { exportAccounts, exportApplications } from './export.ts';

export function staffCreditRoutes(mount: Mount, deps: Deps): void {
  mount(contract.staffListApplications, ({ query }) => applications.listApplications(deps, query));
  mount(contract.staffExportApplications, ({ query }, caller) => exportApplications(deps, caller, query));
  mount(contract.staffExportCreditAccounts, ({ query }, caller) => exportAccounts(deps, caller, query));
  mount(contract.staffReadApplication, ({ params }, caller) =>
    applications.readApplication(deps, caller, params.id),
  );
  mount(contract.staffDecideApplication, ({ params, body }, caller) =>
    applications.decideApplication(deps, caller, params.id, body),
  );
  mount(contract.staffListCreditAccounts, ({ query }) => accounts.listAccounts(deps, query));
  mount(contract.staffReadAging, () => accounts.readAging(deps));
  mount(contract.staffReadCreditAccount, ({ params }, caller) =>
    accounts.readCreditAccount(deps, caller, params.id),
  );
  mount(contract.staffListCreditMovements, ({ params, query }) =>
    accounts.listBook(deps, params.id, query.cursor),
  );
  mount(contract.staffChangeLimit, ({ params, body }, caller) =>
    accounts.changeLimit(deps, caller, params.id, body),
  );
  mount(contract.staffFreezeCredit, ({ params, body }, caller) =>
    accounts.freezeCredit(deps, caller, params.id, body.reason),
  );
  mount(contract.staffUnfreezeCredit, ({ params }, caller) =>
    accounts.unfreezeCredit(deps, caller, params.id),
  );
  mount(contract.staffWriteOffCredit, ({ params, body }, caller) =>
    accounts.writeOffCredit(deps, caller, params.id, body),
  );
}
