/** HTTP routes for accounts. Each handler is one line; anything longer belongs in a service. */
import { contract } from '#contract/contract.ts';
import type { Mount } from '#platform/mount.ts';
import * as confirmation from '#modules/accounts/registration/confirmation.ts';
import type { AccountDeps } from './deps.ts';
import * as emailChange from '#modules/accounts/email-change/service.ts';
import * as logIn from '#modules/accounts/log-in/service.ts';
import * as profile from '#modules/accounts/profile/service.ts';
import * as registration from '#modules/accounts/registration/service.ts';
import * as sessionList from '#modules/accounts/sessions/list.ts';
import * as sessions from '#modules/accounts/sessions/service.ts';
import * as twoFactor from '#modules/accounts/two-factor/service.ts';

export function accountRoutes(mount: Mount, deps: AccountDeps): void {
  mount(contract.register, ({ body }) => registration.register(deps, body));
  mount(contract.confirmEmail, ({ body }) => confirmation.confirmEmail(deps, body));
  mount(contract.resendConfirmation, ({ body }) => registration.resendConfirmation(deps, body.email));
  mount(contract.login, ({ body }) => logIn.logIn(deps, body));
  mount(contract.me, (_received, caller) => profile.readMe(deps, caller));
  mount(contract.forgotPassword, ({ body }) => registration.forgotPassword(deps, body.email));
  mount(contract.resetPassword, ({ body }) => confirmation.resetPassword(deps, body));
  mount(contract.setPassword, ({ body }) => confirmation.setPassword(deps, body));
  mount(contract.updatePassword, ({ body }, caller) => profile.updatePassword(deps, caller, body));
  mount(contract.refreshToken, ({ body }) => sessions.refresh(deps, body.refreshToken));
  mount(contract.logout, ({ body }) => sessions.logOut(deps, body.refreshToken));
  mount(contract.updateUser, ({ body }, caller) => profile.updateUser(deps, caller, body));
  mount(contract.askEmailChange, ({ body }, caller) => emailChange.requestChange(deps, caller, body));
  mount(contract.readEmailChange, (_received, caller) => emailChange.read(deps, caller));
  mount(contract.cancelEmailChange, (_received, caller) => emailChange.cancel(deps, caller));
  mount(contract.confirmEmailChange, ({ body }) => emailChange.confirm(deps, body.confirmToken));
  mount(contract.listSessions, (_received, caller) => sessionList.list(deps, caller));
  mount(contract.endSession, ({ params }, caller) => sessionList.end(deps, caller, params.id));
  mount(contract.endOtherSessions, (_received, caller) => sessionList.endOthers(deps, caller));
  mount(contract.startTwoFactor, ({ body }, caller) => twoFactor.start(deps, caller, body.password));
  mount(contract.confirmTwoFactor, ({ body }, caller) => twoFactor.confirm(deps, caller, body.code));
  mount(contract.renewRecoveryCodes, ({ body }, caller) => twoFactor.renewCodes(deps, caller, body));
  mount(contract.removeTwoFactor, ({ body }, caller) => twoFactor.remove(deps, caller, body));
}
