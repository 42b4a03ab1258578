/**
 * Several businesses: another one replaces the first, and one that another customer has connected is
 * rejected.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '#contract/contract.ts';
import { expectAccessible } from '#e2e/accessible.ts';
import { aFirstPurchase } from '#e2e/credit-people.ts';
import {
  aBusinessOwner,
  aSecondBusiness,
  allow,
  atSection,
  control,
  logInAtFactiiv,
  openFactiiv,
  section,
} from '#e2e/factiiv-people.ts';
import { anAccount, callAs, tokensFor } from '#e2e/people.ts';
import { expectMessage } from '#e2e/said.ts';
import { expect, type Shop, test } from '#e2e/story.ts';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';

test('another business replaces the connected one, whose reports stay', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const owner = await aBusinessOwner(shop);
  const second = await aSecondBusiness(shop, owner, 'Mensah Logistics LLC');
  await aFirstPurchase(page, shop);
  await page.goto(`${shop.origin}/profile?section=factiiv`);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expectMessage(page, 'your purchases are synced successfully');
  const panel = section(page);
  await expect(panel).toContainText('Business: Mensah Imports LLC');
  await panel.getByText('Connect another business', { exact: true }).first().click();
  await expect(panel).toContainText(
    'It replaces the connected one, Mensah Imports LLC, whose accepted reports stay in its file.',
  );
  await expectAccessible(page, 'connect another business');
  const secondPopup = await openFactiiv(page, 'Connect another business');
  await logInAtFactiiv(secondPopup, owner);
  await secondPopup.getByRole('radio', { name: 'Mensah Logistics LLC' }).check();
  await allow(secondPopup);
  await expect(panel).toContainText('Business: Mensah Logistics LLC');
  await expect(panel).not.toContainText('Mensah Imports LLC');
  const trades = async (id: string) =>
    (await control<{ trades: unknown[] }>(shop, 'GET', `/book/${id}`)).trades;
  expect([await trades(owner.businessId), await trades(second.id)]).toMatchObject([
    [{ typeDesc: 'buysell', withdrawnAt: null }],
    [],
  ]);
});

test('a business connected by another customer shows an error, and nothing changes', {
  tag: '@long',
}, async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  const email = `other.${randomUUID().slice(0, 8)}@example.com`;
  const mails: Shop['mails'] = async (count = 1) => {
    const query = new URLSearchParams({ to: email, count: String(count), wait: '60000' });
    return (await fetch(`${shop.sandboxOrigin}/control/mailbox?${query}`)).json() as ReturnType<
      Shop['mails']
    >;
  };
  const other: Shop = { ...shop, mails, buyer: { ...shop.buyer, email } };
  await anAccount(other);
  const call = callAs(other, await tokensFor(other));
  const { id } = await call(contract.me);
  const grant = { business_id: owner.businessId, connecting_app: 'stateside', connecting_user_id: id };
  const { api_key: factApiKey } = await control<{ api_key: string }>(shop, 'POST', '/keys', grant);
  const body = { factUserId: owner.id, factBusinessId: owner.businessId, factApiKey, reportingTermsVersion };
  await call(contract.connectFactiiv, { params: { id }, body });
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  const taken = 'This Factiiv business is connected to another account';
  await expectMessage(page, taken);
  await expect(section(page)).toContainText(taken);
  await expect(section(page)).toContainText('Nothing was changed. You can try again.');
  await expect(section(page).getByRole('button', { name: 'Connect to Factiiv' })).toBeVisible();
  await expectAccessible(page, 'a business that is taken');
});
