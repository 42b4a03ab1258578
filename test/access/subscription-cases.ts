/** Who may access a customer's subscription and charge a card for it. */
import { contract } from '#contract/contract.ts';
import type { Customer } from '#test/builders/customer.ts';
import type { Shop } from '#test/builders/shop.ts';
import { buySubscription, startSubscription } from '#test/builders/subscription.ts';
import { byId, type Case, unusedId, sameId, withBody } from './cases.ts';

type World = {
  shop: () => Shop;
  owner: () => Customer;
  ownCard: () => Promise<string>;
  othersCard: () => string;
};

const ownSubscriptionOnly = [
  'sign_in_required',
  'ok',
  'subscription_not_found',
  'subscription_not_found',
  'impersonation_refused',
] as const;

export function subscriptionCases({
  shop,
  owner,
  ownCard,
  othersCard,
}: World): Record<string, Record<string, Case>> {
  let subscription = '';
  /** A started subscription, bought when it is first requested. */
  async function ownSubscription(): Promise<string> {
    if (subscription === '') {
      const bought = await buySubscription(shop(), { customer: owner() });
      await startSubscription(shop(), bought);
      subscription = bought.id;
    }
    return subscription;
  }

  return {
    'cancelSubscription.id': {
      'a subscription': {
        ...withBody({}, byId(ownSubscription, 'sub')),
        cells: ownSubscriptionOnly,
        answer: sameId,
      },
    },
    'undoCancelSubscription.id': {
      'a subscription that is canceled': {
        ...withBody(
          {},
          byId(async () => {
            const id = await ownSubscription();
            await owner().call(contract.cancelSubscription, { params: { id } });
            return id;
          }, 'sub'),
        ),
        cells: ownSubscriptionOnly,
        answer: sameId,
      },
    },
    'makeCardLink.id': {
      'a subscription': { ...withBody({}, byId(ownSubscription, 'sub')), cells: ownSubscriptionOnly },
    },
    'changeSubscriptionCard.id': {
      'a subscription': {
        make: async () => ({
          params: { id: await ownSubscription() },
          body: { paymentMethodId: await ownCard() },
        }),
        missing: () => ({ params: { id: `sub_${unusedId}` }, body: { paymentMethodId: `pm_${unusedId}` } }),
        cells: ownSubscriptionOnly,
        answer: sameId,
      },
    },
    'changeSubscriptionCard.paymentMethodId': {
      'a card of another customer': {
        make: async () => ({
          params: { id: await ownSubscription() },
          body: { paymentMethodId: othersCard() },
        }),
        missing: () => ({ params: { id: subscription }, body: { paymentMethodId: `pm_${unusedId}` } }),
        cells: [
          'sign_in_required',
          'card_not_found',
          'subscription_not_found',
          'subscription_not_found',
          'impersonation_refused',
        ],
      },
    },
  };
}
