/** HTTP routes for staff members. Keep them thin: logic belongs in the service. */
import { contract } from '#contract/contract.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import { singlePage } from '#modules/admin/catalog/whole-list.ts';
import type { Mount } from '#platform/mount.ts';
import * as staff from './service.ts';

/** `accounts`: sessions use the machine clock. */
export function staffPeopleRoutes(mount: Mount, accounts: AccountDeps): void {
  mount(contract.staffListStaff, async ({ query }) =>
    singlePage(await staff.listStaff(accounts, query.view)),
  );
  mount(contract.staffReadMember, ({ params }, caller) => staff.readMember(accounts, caller, params.id));
  mount(contract.staffInvite, ({ body }, caller) => staff.invite(accounts, caller, body));
  mount(contract.staffInviteAgain, ({ params }, caller) => staff.reinvite(accounts, caller, params.id));
  mount(contract.staffChangeRole, ({ params, body }, caller) =>
    staff.changeRole(accounts, caller, params.id, body),
  );
  mount(contract.staffEndAccess, ({ params }, caller) => staff.endAccess(accounts, caller, params.id));
  mount(contract.staffEndMemberSessions, ({ params }, caller) =>
    staff.endSessions(accounts, caller, params.id),
  );
  mount(contract.staffEndMemberSession, ({ params }, caller) =>
    staff.endSession(accounts, caller, params.id, params.sessionId),
  );
}
