/** HTTP routes for customers as staff see them. Keep them thin: logic belongs in services. */
import { contract } from '#contract/contract.ts';
import type { AccountDeps } from '#modules/accounts/deps.ts';
import * as profile from '#modules/accounts/profile/service.ts';
import { exportArchive } from '#modules/personal-data/archive.ts';
import { deleteByStaff } from '#modules/personal-data/service.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as grants from '#modules/admin/grants.ts';
import * as people from '#modules/admin/people.ts';
import { readCart } from './cart.ts';
import { listCustomers } from './list.ts';
import * as record from './record.ts';
import * as sensitive from './sensitive.ts';
import * as sections from './sections.ts';

/** `accounts`: sessions use the machine clock. */
export function staffCustomerRoutes(mount: Mount, deps: Deps, accounts: AccountDeps): void {
  mount(contract.staffListCustomers, ({ query }) => listCustomers(deps, query));
  mount(contract.staffReadCart, ({ params }) => readCart(deps.db, params.id));
  mount(contract.staffReadCustomer, ({ params }, caller) => record.readCustomer(accounts, caller, params.id));
  mount(contract.staffEditCustomer, ({ params, body }, caller) =>
    record.act(accounts, caller, params.id, (accountDeps, whom) =>
      profile.updateByStaff(accountDeps, whom, body),
    ),
  );
  mount(contract.staffListCustomerEmails, ({ params }) => sections.readEmails(deps, params.id));
  mount(contract.staffListCustomerNotes, ({ params }) => record.readNotes(deps, params.id));
  mount(contract.staffNoteOnCustomer, ({ params, body }, caller) =>
    record.note(deps, caller, params.id, body.text),
  );
  mount(contract.staffReadCustomerCredit, ({ params }) => record.readCredit(deps, params.id));
  mount(contract.staffListCustomerCards, ({ params }) => sections.readCards(deps, params.id));
  mount(contract.staffListCustomerCarts, ({ params }) => sections.readCarts(deps, params.id));
  mount(contract.staffListCustomerSessions, ({ params }, caller) =>
    sections.readSessions(accounts, caller, params.id),
  );
  mount(contract.staffEndCustomerSession, ({ params }, caller) =>
    record.act(accounts, caller, params.id, (accountDeps, whom) =>
      people.endSession(accountDeps, whom, params.sessionId),
    ),
  );
  mount(contract.staffListCustomerConsents, ({ params }) => sections.readConsents(deps, params.id));
  mount(contract.staffListCustomerReports, ({ params }) => sections.readReports(deps, params.id));
  mount(contract.staffListCustomerSubscriptions, ({ params }) => sections.readSubscriptions(deps, params.id));
  mount(contract.staffRevealEin, ({ params }, caller) => sensitive.revealEin(deps, caller, params.id));
  mount(contract.staffViewAs, ({ params, body }, caller) =>
    sensitive.viewAs(accounts, caller, params.id, body.reason),
  );
  mount(contract.staffStopViewing, ({ params }, caller) => grants.endAtConsole(accounts, caller, params.id));
  mount(contract.staffExportArchive, ({ params, body }, caller) =>
    exportArchive(accounts, { customerId: params.id, actorId: caller.userId }, body),
  );
  mount(contract.staffDeleteCustomer, ({ params, body }, caller) =>
    deleteByStaff(accounts, { customerId: params.id, actorId: caller.userId }, body),
  );
  mount(contract.staffDisableCustomer, ({ params }, caller) =>
    record.act(accounts, caller, params.id, people.disable),
  );
  mount(contract.staffEnableCustomer, ({ params }, caller) =>
    record.act(accounts, caller, params.id, people.enable),
  );
  mount(contract.staffEndCustomerSessions, ({ params }, caller) =>
    record.act(accounts, caller, params.id, people.endSessions),
  );
  mount(contract.staffResetCustomerFactor, ({ params }, caller) =>
    record.act(accounts, caller, params.id, people.resetTwoFactor),
  );
}
