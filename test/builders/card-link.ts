/** Follows the card replacement link of an email, as its page does. */
import { contract } from '#contract/contract.ts';
import { cards, intentOf } from './buyer.ts';
import type { Shop } from './shop.ts';
import { mailboxOf } from '#test/emails.ts';
import { until } from '#test/until.ts';

/** Returns the card link of the newest email to this address that has one. */
export const cardLinkFor = (shop: Shop, email: string): Promise<string> =>
  until(`an email with a link to replace a card has come to ${email}`, async () => {
    const found = (await mailboxOf(shop, email)).map(
      ({ text }) => /\/subscription-card\?token=([A-Za-z0-9_-]{43})\s/.exec(text)?.[1],
    );
    return found.findLast((token) => token !== undefined);
  });

/** Submits a new card on the page and answers the bank's challenge if there is one. */
export async function replaceCard(shop: Shop, token: string, card: string = cards.good) {
  const { client_secret } = await shop.call(contract.startCardByLink, { headers: {}, body: { token } });
  await shop.control('POST', '/control/confirm', {
    setup_intent: intentOf({ client_secret }),
    card,
    name: 'Ama Boateng',
    challenge: 'pass',
  });
  return shop.call(contract.finishCardByLink, { body: { token } });
}
