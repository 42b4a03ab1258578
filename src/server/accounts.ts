/** Connects accounts to the modules it may not import (those to its right in the dependency order). */
import type { AccountDeps, Callbacks } from '#modules/accounts/deps.ts';
import { type AccountLimits, noLimits } from '#modules/accounts/limits/service.ts';
import * as grants from '#modules/admin/grants.ts';
import { copyOptOut } from '#modules/carts/reminders.ts';
import * as carts from '#modules/carts/service.ts';
import * as own from '#modules/checkout/own-orders/service.ts';
import * as subscriptions from '#modules/subscriptions/store.ts';
import { userCreditsOf } from '#modules/credit/account/view.ts';
import { businessOf } from '#modules/credit-reporting/view.ts';
import type { Deps } from '#modules/shared/deps.ts';

const callbacks = (deps: Deps): Callbacks => ({
  newestOrdersOf: (userId) => own.pageOfOrders(deps, userId, null),
  pendingCartOf: carts.pendingOf,
  userCreditsOf,
  factBusinessOf: businessOf,
  ownerIsHere: own.attachOrders,
  emailChanged: async (tx, { userId, from, to }) => {
    await copyOptOut(tx, deps, from, to);
    await subscriptions.moveBillingEmail(tx, { userId, from, to });
    await deps.jobs.enqueue(tx, 'tell-customer', { userId });
  },
  supportOf: (db, userId) => grants.liveFor(db, userId, deps.clock.now()),
  endSupport: (tx, userId, grantId) => grants.endFor(tx, userId, grantId, deps.clock.now()),
});

export const withAccounts = (deps: Deps, accountLimits: AccountLimits = noLimits): AccountDeps => ({
  ...deps,
  clock: deps.machineClock ?? deps.clock,
  accountLimits,
  callbacks: callbacks(deps),
});
