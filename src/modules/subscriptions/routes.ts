/** HTTP routes for subscriptions. */
import { contract } from '#contract/contract.ts';
import type { Deps } from '#modules/shared/deps.ts';
import type { Mount } from '#platform/mount.ts';
import * as byLink from './by-link.ts';
import * as manage from './manage.ts';
import { listSubscriptions } from './view.ts';

export function subscriptionRoutes(mount: Mount, deps: Deps): void {
  mount(contract.listSubscriptions, ({ query }, caller) => listSubscriptions(deps, caller, query));
  mount(contract.cancelSubscription, ({ params }, caller) => manage.cancel(deps, caller, params.id));
  mount(contract.undoCancelSubscription, ({ params }, caller) => manage.undoCancel(deps, caller, params.id));
  mount(contract.changeSubscriptionCard, ({ params, body }, caller) =>
    manage.changeCard(deps, caller, params.id, body.paymentMethodId),
  );
  mount(contract.makeCardLink, ({ params }, caller) => manage.cardLink(deps, caller, params.id));
  mount(contract.readSubscriptionByLink, ({ body }) => byLink.readByLink(deps, body.token));
  mount(contract.startCardByLink, (received) => byLink.startCard(deps, received));
  mount(contract.finishCardByLink, ({ body }) => byLink.finishCard(deps, body.token));
}
