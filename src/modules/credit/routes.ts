/** HTTP routes for credit. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as application from '#modules/credit/application/service.ts';
import * as autopay from '#modules/credit/paying/autopay.ts';
import * as company from '#modules/credit/application/company.ts';
import * as paying from '#modules/credit/paying/by-card.ts';
import { readStatement } from '#modules/credit/statements/service.ts';
import * as view from '#modules/credit/account/view.ts';

export function creditRoutes(mount: Mount, deps: Deps): void {
  mount(contract.readCompany, (_received, caller) => company.readCompany(deps, caller));
  mount(contract.saveCompany, ({ body }, caller) => company.saveCompany(deps, caller, body));
  mount(contract.readConsistency, (_received, caller) => company.readConsistency(deps, caller));
  mount(contract.readApplication, (_received, caller) => application.readApplication(deps, caller));
  mount(contract.applyForCredit, ({ body }, caller) => application.apply(deps, caller, body));
  mount(contract.withdrawApplication, (_received, caller) => application.withdraw(deps, caller));
  mount(contract.readCreditAccount, (_received, caller) => view.readAccount(deps, caller));
  mount(contract.closeCredit, (_received, caller) => view.closeCredit(deps, caller));
  mount(contract.listCreditMovements, ({ query }, caller) => view.listMovements(deps, caller, query.cursor));
  mount(contract.payCreditInvoices, ({ body }, caller) => paying.payInvoices(deps, caller, body));
  mount(contract.refreshCreditInvoices, (_received, caller) => paying.refresh(deps, caller));
  mount(contract.readAutopay, (_received, caller) => autopay.readAutopay(deps, caller));
  mount(contract.turnOnAutopay, ({ body }, caller) => autopay.turnOn(deps, caller, body));
  mount(contract.turnOffAutopay, (_received, caller) => autopay.turnOff(deps, caller));
  mount(contract.readCreditStatement, ({ query }, caller) => readStatement(deps, caller, query.month));
}
