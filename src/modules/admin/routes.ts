/** HTTP routes for staff. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import { staffAuditRoutes } from './audit/routes.ts';
import { staffBulkRoutes } from './bulk/routes.ts';
import { staffContentRoutes } from './content/routes.ts';
import { staffCreditRoutes } from './credit/routes.ts';
import { staffCustomerRoutes } from './customers/routes.ts';
import { staffExportRoutes } from './exports/routes.ts';
import * as grants from './grants.ts';
import { staffEmailTextRoutes } from './email-texts/routes.ts';
import { staffMessageRoutes } from './messages/routes.ts';
import { staffMoneyRoutes } from './money/routes.ts';
import { staffOverviewRoutes } from './overview/routes.ts';
import { staffOrderRoutes } from './orders/routes.ts';
import { staffPeopleRoutes } from './staff/routes.ts';
import { staffSettingsRoutes } from './settings/routes.ts';
import { staffViewRoutes } from './views/routes.ts';
import { search } from './search/service.ts';
import { staffHealthRoutes } from './health/routes.ts';
import * as session from './session.ts';

/** `accounts`: login and verification use the machine clock, because a demo's shop clock may run ahead. */
export function adminRoutes(mount: Mount, deps: Deps, accounts: AccountDeps): void {
  mount(contract.endActing, (_received, caller) => grants.endOwn(accounts, caller));
  mount(contract.readStaffPerson, (_received, caller) => session.readStaffPerson(accounts, caller));
  mount(contract.giveFreshFactor, ({ body }, caller) => session.giveFreshFactor(accounts, caller, body.code));
  mount(contract.staffSearch, ({ query }, caller) => search(deps.db, caller, query.q));
  staffOverviewRoutes(mount, deps);
  staffOrderRoutes(mount, deps);
  staffBulkRoutes(mount, deps);
  staffExportRoutes(mount, deps);
  staffHealthRoutes(mount, deps);
  staffViewRoutes(mount, deps);
  staffContentRoutes(mount, deps);
  staffCreditRoutes(mount, deps);
  staffMessageRoutes(mount, deps);
  staffEmailTextRoutes(mount, deps);
  staffMoneyRoutes(mount, deps);
  staffCustomerRoutes(mount, deps, accounts);
  staffPeopleRoutes(mount, accounts);
  staffAuditRoutes(mount, deps);
  staffSettingsRoutes(mount, deps);
}
