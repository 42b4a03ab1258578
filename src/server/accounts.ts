/** What accounts must know of the modules that are right of it. Accounts imports none of them, so this is the place that joins them. */
import type { AccountDeps, Neighbours } from '#modules/accounts/deps.ts';
import { type AccountLimits, noLimits } from '#modules/accounts/limits.ts';
import type { Deps } from '#platform/deps.ts';

/** No order and no cart belongs to an account yet. */
const neighbours: Neighbours = {
  ordersOf: async () => [],
  pendingCartOf: async () => null,
  emailConfirmed: async () => undefined,
};

export const withAccounts = (deps: Deps, accountLimits: AccountLimits = noLimits): AccountDeps => ({ ...deps, accountLimits, neighbours });
