/** The rows of the access matrix about subscriptions: the owner's alone, and closed to whoever acts for them. */
import { contract } from '#contract/contract.ts';
import { buySubscription, started } from '#test/a-subscription.ts';
import type { Customer } from '#test/a-customer.ts';
import type { Shop } from '#test/a-shop.ts';

type World = { shop: Shop; owner: Customer; ownCard: () => Promise<string> };

const nothing = `sub_${'A'.repeat(22)}`;
const cells = ['sign_in_required', 'ok', 'subscription_not_found', 'subscription_not_found', 'impersonation_refused'] as const;

/** `world`: asked when a test runs, since it is made before the first one. */
export function placesOfSubscriptions(world: () => World) {
  /** A subscription of the owner's that renews. */
  const bought = async (): Promise<string> => {
    const { shop, owner } = world();
    const made = await buySubscription(shop, { customer: owner });
    await started(shop, made);
    return made.id;
  };
  const canceled = async (): Promise<string> => {
    const id = await bought();
    await world().owner.call(contract.cancelSubscription, { params: { id } });
    return id;
  };
  const card = async () => ({ paymentMethodId: await world().ownCard() });
  const byId = (make: () => Promise<string>) => ({
    'a subscription': {
      make: async () => ({ params: { id: await make() }, body: {} }),
      missing: () => ({ params: { id: nothing }, body: {} }),
      cells,
    },
  });
  const withCard = {
    make: async () => ({ params: { id: await bought() }, body: await card() }),
    missing: () => ({ params: { id: nothing }, body: { paymentMethodId: 'pm_nothing' } }),
    cells,
  };
  return {
    'cancelSubscription.id': byId(bought),
    'undoCancelSubscription.id': byId(canceled),
    'makeCardLink.id': byId(bought),
    'changeSubscriptionCard.id': { 'a subscription': withCard },
    'changeSubscriptionCard.paymentMethodId': { 'a card for a subscription': withCard },
  };
}
